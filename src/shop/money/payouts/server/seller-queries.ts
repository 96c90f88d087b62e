import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'

export interface BankRow {
  holder: string
  country: string
  last_four: string
  iban_sealed: Buffer
  bic: string | null
  changed_at: Date
}

export async function findBank(db: Db, accountId: number): Promise<BankRow | undefined> {
  return (await banksOf(db, [accountId])).get(accountId)
}

/** Where the money of these sellers goes. */
export async function banksOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, BankRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('seller_bank')
    .select(['account_id', 'holder', 'country', 'last_four', 'iban_sealed', 'bic', 'changed_at'])
    .where('account_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ account_id, ...row }) => [account_id, row]))
}

export async function upsertBank(
  tx: Db,
  accountId: number,
  bank: Omit<Database['seller_bank'], 'account_id' | 'changed_at' | 'bic'> & { bic: string | null },
): Promise<void> {
  await tx
    .insertInto('seller_bank')
    .values({ account_id: accountId, ...bank })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...bank, changed_at: sql<Date>`now()` }),
    )
    .execute()
}

export async function deleteBank(tx: Db, accountId: number): Promise<boolean> {
  const deleted = await tx.deleteFrom('seller_bank').where('account_id', '=', accountId).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export interface SellerTaxRow {
  kind: Database['seller_tax']['kind']
  first_name: string | null
  last_name: string | null
  legal_name: string | null
  birth_date: string | null
  street: string
  postcode: string
  city: string
  country: string
  tax_number: string | null
  vat_id: string | null
  register_number: string | null
}

export async function findSellerTax(db: Db, accountId: number): Promise<SellerTaxRow | undefined> {
  return (await sellerTaxesOf(db, [accountId])).get(accountId)
}

/** Who these sellers are for the tax office. */
export async function sellerTaxesOf(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SellerTaxRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('seller_tax')
    .select([
      'account_id',
      'kind',
      'first_name',
      'last_name',
      'legal_name',
      'birth_date',
      'street',
      'postcode',
    ])
    .select(['city', 'country', 'tax_number', 'vat_id', 'register_number'])
    .where('account_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ account_id, ...row }) => [account_id, row]))
}

export async function upsertSellerTax(tx: Db, accountId: number, row: SellerTaxRow): Promise<void> {
  await tx
    .insertInto('seller_tax')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...row, updated_at: sql<Date>`now()` }),
    )
    .execute()
}

export interface SettingRow {
  is_paused: boolean
  reminders: number
  first_reminded_at: Date | null
  last_reminded_at: Date | null
}

export async function findSetting(db: Db, accountId: number): Promise<SettingRow | undefined> {
  return (await settingsOf(db, [accountId])).get(accountId)
}

/** What these sellers chose, and how often they were asked for their data. */
export async function settingsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, SettingRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('seller_payout_setting')
    .select(['account_id', 'is_paused', 'reminders', 'first_reminded_at', 'last_reminded_at'])
    .where('account_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ account_id, ...row }) => [account_id, row]))
}

export async function setPaused(tx: Db, accountId: number, isPaused: boolean): Promise<void> {
  await tx
    .insertInto('seller_payout_setting')
    .values({ account_id: accountId, is_paused: isPaused })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ is_paused: isPaused }))
    .execute()
}

export async function countReminder(tx: Db, accountId: number, now: Date): Promise<void> {
  await tx
    .insertInto('seller_payout_setting')
    .values({ account_id: accountId, reminders: 1, first_reminded_at: now, last_reminded_at: now })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({
        reminders: sql<number>`seller_payout_setting.reminders + 1`,
        first_reminded_at: sql<Date>`coalesce(seller_payout_setting.first_reminded_at, ${now})`,
        last_reminded_at: now,
      }),
    )
    .execute()
}

export async function forgetReminders(tx: Db, accountId: number): Promise<void> {
  await tx
    .updateTable('seller_payout_setting')
    .set({ reminders: 0, first_reminded_at: null, last_reminded_at: null })
    .where('account_id', '=', accountId)
    .execute()
}
