import { job } from '#platform/jobs/job.ts'

/** Tells search engines of changed pages. About two days: what could not be said then is said with the next change. */
export const announcePagesJob = job('announce_pages', {
  retryLimit: 12,
  retryDelay: 30,
  retryDelayMax: 21_600,
  expireInSeconds: 600,
  isOnce: true,
})
