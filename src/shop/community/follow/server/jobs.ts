import { job } from '#platform/jobs/job.ts'

/** The week's news of followed authors. */
export const mailFollowDigestJob = job('mail_follow_digest', {
  retryDelay: 300,
  retryDelayMax: 3600,
  expireInSeconds: 3600,
})
