import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { isApprovedByOthers } from '../queries.ts'

export interface ConnectRow {
  stripe_account: string
  is_ready: boolean
  is_chosen: boolean
  changed_at: Date
}

export async function findConnect(db: Db, accountId: number): Promise<ConnectRow | undefined> {
  return await db
    .selectFrom('seller_connect')
    .select(['stripe_account', 'is_ready', 'is_chosen', 'changed_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function insertConnect(db: Db, accountId: number, stripeAccount: string): Promise<void> {
  await db
    .insertInto('seller_connect')
    .values({ account_id: accountId, stripe_account: stripeAccount })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
}

/** Notes what the provider says. */
export async function setReady(db: Db, accountId: number, isReady: boolean): Promise<void> {
  await db
    .updateTable('seller_connect')
    .set({ is_ready: isReady })
    .where('account_id', '=', accountId)
    .where('is_ready', '<>', isReady)
    .execute()
}

/** Where the money goes from now on; false when it went there before. */
export async function setChosen(tx: Db, accountId: number, isChosen: boolean): Promise<boolean> {
  const changed = await tx
    .updateTable('seller_connect')
    .set({ is_chosen: isChosen, changed_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('is_chosen', '<>', isChosen)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export interface TransferableRow {
  id: number
  reference: string
  account_id: number
  amount_cents: number
  currency: string
  stripe_account: string
}

/** Approved payouts of sellers who chose their account at the provider long enough ago; what somebody else sends is left out. */
export async function lockTransferable(
  tx: Db,
  world: string,
  { chosenBefore, notApprovedBy }: { chosenBefore: Date; notApprovedBy: number | null },
): Promise<TransferableRow[]> {
  const { rows } = await sql<TransferableRow>`
    select p.id, p.reference, p.account_id, p.amount_cents, p.currency, c.stripe_account
    from payout p join seller_connect c on c.account_id = p.account_id
    where p.world = ${world} and p.status = 'approved' and c.is_chosen and c.is_ready
      and c.changed_at <= ${chosenBefore}
      and ${isApprovedByOthers(notApprovedBy)}
    order by p.id for update of p skip locked`.execute(tx)
  return rows
}

/** What is on its way to the provider without its word: its job may have given up. */
export async function transferringReferences(tx: Db, world: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('payout')
    .select('reference')
    .where('world', '=', world)
    .where('status', '=', 'sent')
    .where('stripe_account', 'is not', null)
    .execute()
  return rows.map(({ reference }) => reference)
}

export async function markTransferring(tx: Db, world: string, row: TransferableRow): Promise<void> {
  await tx
    .updateTable('payout')
    .set({ status: 'sent', note: null, stripe_account: row.stripe_account })
    .where('world', '=', world)
    .where('id', '=', row.id)
    .execute()
}

export async function setTransfer(
  tx: Db,
  world: string,
  payoutId: number,
  transferId: string,
): Promise<void> {
  await tx
    .updateTable('payout')
    .set({ transfer_id: transferId })
    .where('world', '=', world)
    .where('id', '=', payoutId)
    .execute()
}
