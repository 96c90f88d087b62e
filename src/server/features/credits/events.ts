import type { LiveWorldCode } from '#shared/contract/world.ts'
import { event } from '../../events/event.ts'

/** Credit came or ended otherwise than by an order: `from` and `to` are accounts of the ledger. */
export const creditMoved = event<{
  world: LiveWorldCode
  currency: string
  amountCents: number
  from: string
  to: string
}>('credit.moved')
