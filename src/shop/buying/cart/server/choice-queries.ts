import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { type CartHolder, holderIs } from './queries.ts'

/** Puts a voucher on the cart, or takes it off; false when there is no cart. */
export async function setVoucher(
  db: Db,
  world: string,
  { holder, voucherId }: { holder: CartHolder; voucherId: number | null },
): Promise<boolean> {
  const row = await db
    .updateTable('cart')
    .set({ voucher_id: voucherId, updated_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where(holderIs(holder))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the member's credit is used for this cart. */
export async function setUsesCredit(
  db: Db,
  world: string,
  { accountId, usesCredit }: { accountId: number; usesCredit: boolean },
): Promise<void> {
  await db
    .updateTable('cart')
    .set({ uses_credit: usesCredit, updated_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .execute()
}
