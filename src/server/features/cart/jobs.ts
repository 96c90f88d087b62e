import { job } from '../../jobs/job.ts'

/** Carts of strangers that nobody came back to. */
export const cleanCartsJob = job('clean_carts', { expireInSeconds: 900 })
