import { job } from '#platform/jobs/job.ts'

/** Removes what is older than three months. */
export const cleanNotificationsJob = job('clean_notifications')
