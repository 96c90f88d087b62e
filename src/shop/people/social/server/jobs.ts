import { job } from '#platform/jobs/job.ts'

/** Links that nobody followed in time. */
export const cleanLinksJob = job('clean_social_links')
