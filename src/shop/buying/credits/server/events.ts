import { event } from '#platform/events/event.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** Credit came or ended otherwise than by an order: `from` and `to` are accounts of the ledger. */
export const creditMoved = event<{
  world: LiveWorldCode
  currency: string
  amountCents: number
  from: string
  to: string
}>('credit.moved')
