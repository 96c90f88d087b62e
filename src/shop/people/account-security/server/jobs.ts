import { job } from '#platform/jobs/job.ts'

/** Challenges nobody answered in time. */
export const cleanChallengesJob = job('clean_challenges')
