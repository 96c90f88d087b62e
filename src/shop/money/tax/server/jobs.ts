import { job } from '#platform/jobs/job.ts'

/** Takes in the euro's reference rates of the day. */
export const fetchRatesJob = job('fetch_exchange_rates', {
  retryLimit: 6,
  retryDelay: 900,
  retryDelayMax: 7200,
})

/** Asks the register of VAT numbers again: it is away for hours at times. */
export const checkVatIdJob = job<{ vatId: string }>('check_vat_id', {
  retryLimit: 12,
  retryDelay: 60,
  retryDelayMax: 21_600,
  isOnce: true,
})
