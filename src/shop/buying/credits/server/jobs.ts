import { job } from '#platform/jobs/job.ts'

/** Credit that is over, and the word before. */
export const endCreditsJob = job('end_credits', { expireInSeconds: 900 })
