import { job } from '#platform/jobs/job.ts'

/** Carts of strangers that nobody came back to. */
export const cleanCartsJob = job('clean_carts', { expireInSeconds: 900 })

/** Members who asked for it hear of a cart they left. */
export const mailAbandonedCartsJob = job('mail_abandoned_carts')
