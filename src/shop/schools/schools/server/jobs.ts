import { job } from '#platform/jobs/job.ts'

/** Invitations and codes of schools that nobody can use any more. */
export const cleanInvitationsJob = job('clean_school_invitations')
