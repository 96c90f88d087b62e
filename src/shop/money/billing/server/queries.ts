import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { BillingAddress } from '../rules/contract.ts'

export async function findBilling(db: Db, accountId: number): Promise<BillingAddress | undefined> {
  return await db
    .selectFrom('billing_address')
    .select(['name', 'organisation', 'street', 'postcode', 'city', 'country', 'vat_id as vatId'])
    .select('buyer_reference as buyerReference')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function upsertBilling(tx: Db, accountId: number, address: BillingAddress): Promise<void> {
  const { vatId, buyerReference, ...columns } = address
  const values = { ...columns, vat_id: vatId, buyer_reference: buyerReference }
  await tx
    .insertInto('billing_address')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...values, updated_at: sql<Date>`now()` }),
    )
    .execute()
}

export async function deleteBilling(tx: Db, accountId: number): Promise<void> {
  await tx.deleteFrom('billing_address').where('account_id', '=', accountId).execute()
}
