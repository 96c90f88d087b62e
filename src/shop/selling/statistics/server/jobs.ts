import { job } from '#platform/jobs/job.ts'

/** Sums up what was counted. */
export const sumUpJob = job('sum_up_statistics')
