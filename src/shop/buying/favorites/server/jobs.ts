import { job } from '#platform/jobs/job.ts'

/** The day's lower prices. */
export const mailPriceDropsJob = job('mail_price_drops', {
  retryDelay: 300,
  retryDelayMax: 3600,
  expireInSeconds: 3600,
})
