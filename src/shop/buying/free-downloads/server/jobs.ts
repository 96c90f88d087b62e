import { job } from '#platform/jobs/job.ts'

/** Links of free materials that nobody can use any more. */
export const cleanMailLinksJob = job('clean_mail_links')
