import { job } from '#platform/jobs/job.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** Gives the buyers of what infringed a copyright their money back. */
export const refundTakedownJob = job<{
  world: LiveWorldCode
  materialId: number
  requestedBy: number
  /** The decision that took it down. */
  decisionId: number
}>('refund_takedown', { retryLimit: 12, retryDelay: 30, retryDelayMax: 3600, expireInSeconds: 3600 })
