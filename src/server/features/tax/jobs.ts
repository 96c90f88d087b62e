import { job } from '../../jobs/job.ts'

/** Asks the register of VAT numbers again: it is away for hours at times. */
export const checkVatIdJob = job<{ vatId: string }>('check_vat_id', {
  retryLimit: 12,
  retryDelay: 60,
  retryDelayMax: 21_600,
  isOnce: true,
})
