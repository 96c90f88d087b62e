import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { isApprovedByOthers } from '../queries.ts'

export interface SendableRow {
  id: number
  reference: string
  account_id: number
  amount_cents: number
  currency: string
  holder: string
  iban_sealed: Buffer
  last_four: string
  bic: string | null
}

/** Approved payouts whose sellers' accounts have been the same for long enough; what somebody else is sending is left out. */
export async function lockSendable(
  tx: Db,
  world: string,
  input: { currency: string; bankBefore: Date; hasTransfers: boolean; notApprovedBy: number | null },
): Promise<SendableRow[]> {
  const { rows } = await sql<SendableRow>`
    select p.id, p.reference, p.account_id, p.amount_cents, p.currency, b.holder, b.iban_sealed, b.last_four, b.bic
    from payout p join seller_bank b on b.account_id = p.account_id
    where p.world = ${world} and p.status = 'approved' and p.currency = ${input.currency}
      and b.changed_at <= ${input.bankBefore} and ${isApprovedByOthers(input.notApprovedBy)}
      and not (${input.hasTransfers}
        and exists (select from seller_connect c where c.account_id = p.account_id and c.is_chosen))
    order by p.id for update of p skip locked`.execute(tx)
  return rows
}

export async function insertBatch(
  tx: Db,
  world: string,
  batch: { currency: string; executionDay: string; madeBy: number },
): Promise<{ id: number; created_at: Date }> {
  return await tx
    .insertInto('payout_batch')
    .values({
      world,
      currency: batch.currency,
      execution_day: batch.executionDay,
      made_by: batch.madeBy,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
}

export async function markSent(tx: Db, world: string, batchId: number, row: SendableRow): Promise<void> {
  await tx
    .updateTable('payout')
    .set({
      ...{ status: 'sent', note: null, batch_id: batchId, holder: row.holder },
      ...{ iban_sealed: row.iban_sealed, last_four: row.last_four, bic: row.bic },
    })
    .where('world', '=', world)
    .where('id', '=', row.id)
    .execute()
}

export async function findBatch(db: Db, world: string, batchId: number) {
  return await db
    .selectFrom('payout_batch')
    .select(['id', 'currency', 'execution_day', 'created_at'])
    .where('world', '=', world)
    .where('id', '=', batchId)
    .executeTakeFirst()
}

/** The payouts of a bank file in its order, including those returned later. */
export async function batchRows(db: Db, world: string, batchId: number) {
  return await db
    .selectFrom('payout')
    .select(['reference', 'account_id', 'amount_cents', 'holder', 'iban_sealed', 'bic'])
    .where('world', '=', world)
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .execute()
}

export async function newestBatches(db: Db, world: string, limit: number) {
  const { rows } = await sql<{
    id: number
    currency: string
    execution_day: string
    created_at: Date
    count: number
    amount_cents: number
    made_by: string | null
  }>`
    select b.id, b.currency, b.execution_day, b.created_at, count(*)::int as count,
      sum(p.amount_cents)::bigint as amount_cents, a.public_name as made_by
    from payout_batch b join payout p on p.world = b.world and p.batch_id = b.id
    left join account a on a.id = b.made_by
    where b.world = ${world} group by b.world, b.id, a.public_name order by b.id desc limit ${limit}`.execute(
    db,
  )
  return rows
}
