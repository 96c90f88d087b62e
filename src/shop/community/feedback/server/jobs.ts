import { job } from '#platform/jobs/job.ts'

/** Asks buyers for their rating, some days after the purchase. */
export const mailRatingRequestsJob = job('mail_rating_requests', {
  retryDelay: 300,
  retryDelayMax: 3600,
  expireInSeconds: 3600,
})
