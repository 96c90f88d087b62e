import { job } from '#platform/jobs/job.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { Statement } from './types.ts'

/** A declared withdrawal, handled in a job: neither the answer nor its duration reveals whether the order exists. */
export const receiveWithdrawalJob = job<
  Statement & {
    /** The page's: the receipt is written in its language. */
    world: LiveWorldCode
    /** When it came, ISO 8601: that moment keeps the period. */
    at: string
  }
>('receive_withdrawal')
