import type { LiveWorldCode } from '#shared/contract/world.ts'
import { job } from '../../jobs/job.ts'
import type { Statement } from './types.ts'

/** What somebody declared; done apart, so that neither the answer nor its time tells whether there is such an order. */
export const receiveWithdrawalJob = job<
  Statement & {
    /** The page's: the receipt is written in its language. */
    world: LiveWorldCode
    /** When it came, ISO 8601: that moment keeps the period. */
    at: string
  }
>('receive_withdrawal')
