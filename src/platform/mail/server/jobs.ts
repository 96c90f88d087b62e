import { job } from '#platform/jobs/job.ts'

/** Hands a queued mail over. About two days of trying: mail servers are down for a night, and greylisting wants minutes. */
export const sendMailJob = job<{ mailId: number }>('send_mail', {
  concurrency: 16,
  batch: 8,
  retryLimit: 12,
  retryDelay: 15,
  retryDelayMax: 21_600,
  expireInSeconds: 120,
})
