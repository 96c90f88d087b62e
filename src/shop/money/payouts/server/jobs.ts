import { job } from '#platform/jobs/job.ts'

/** Drafts of the month's payouts. */
export const makePayoutsJob = job('make_payouts', { expireInSeconds: 3600 })

/** Asks sellers who have to be reported for what is missing. */
export const remindTaxDataJob = job('remind_tax_data', { expireInSeconds: 3600 })

/** Sends one payout to its seller's account at the provider. */
export const sendTransferJob = job<{ world: string; reference: string }>('send_transfer', {
  ...{ retryLimit: 20, retryDelay: 5, retryDelayMax: 3600, expireInSeconds: 120 },
})
