import { job } from '#platform/jobs/job.ts'

/** Sends cards to their recipients on the day their buyers chose. */
export const deliverGiftCardsJob = job('deliver_gift_cards', { retryLimit: 0, expireInSeconds: 600 })
