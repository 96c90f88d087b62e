import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { findPayout } from '../queries.ts'

/** Transfers are made by one party, and what they are paid from lies there. */
export const transferProvider = 'stripe'

/**
 * A payout that was paid by transfer is taken back there first: only then its sum is in the seller's balance again. Nothing
 * else holds what is not at the provider. @throws ProductError conflict (there is not enough left on the seller's account)
 */
export async function takeBackTransfer({ db, world, payments }: Context, reference: string): Promise<void> {
  const row = await findPayout(db, world, reference)
  if (row === undefined || row.transfer_id === null || row.status !== 'paid') return
  const { transfers } = payments
  if (transfers === undefined) throw new ProductError('unavailable')
  if (!(await transfers.takeBack(row.transfer_id))) throw new ProductError('conflict')
}
