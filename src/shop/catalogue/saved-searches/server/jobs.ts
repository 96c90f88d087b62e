import { job } from '#platform/jobs/job.ts'

/** The day's news of saved searches. */
export const mailSavedSearchesJob = job('mail_saved_searches', {
  retryDelay: 300,
  retryDelayMax: 3600,
  expireInSeconds: 3600,
})
