import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { ExchangeRate } from '#platform/gateways/exchange-rates/exchange-rate-source.ts'
import type { RegisterAnswer } from '#platform/gateways/vat-ids/vat-id-register.ts'
import type { SaleTreatment } from '#platform/rules/money/sale-tax.ts'

export interface RateRow {
  country: string
  kind: 'standard' | 'publication'
  rate_bp: number
}

/** The rates of a day (YYYY-MM-DD), one row per country and kind. */
export async function rateRows(db: Db, day: string): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select distinct on (country, kind) country, kind, rate_bp from tax_rate
    where valid_from <= ${day}::date order by country, kind, valid_from desc`.execute(db)
  return rows
}

/** The same of one country. */
export async function rateRowsOf(db: Db, day: string, country: string): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select distinct on (kind) country, kind, rate_bp from tax_rate
    where country = ${country} and valid_from <= ${day}::date order by kind, valid_from desc`.execute(db)
  return rows
}

/** Which of these materials are electronic publications. */
export async function publicationIds(
  db: Db,
  world: string,
  materialIds: readonly number[],
): Promise<Set<number>> {
  if (materialIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('publication_material')
    .select('material_id')
    .where('world', '=', world)
    .where('material_id', 'in', [...materialIds])
    .execute()
  return new Set(rows.map((row) => row.material_id))
}

/** False: there is no such material. */
export async function setPublication(
  db: Db,
  world: string,
  input: { materialId: number; isPublication: boolean; decidedBy: number },
): Promise<boolean> {
  const { materialId, isPublication, decidedBy } = input
  const { rows } = await sql<{ id: number }>`
    with known as (select world, id from material where world = ${world} and id = ${materialId}),
    gone as (
      delete from publication_material p using known
      where not ${isPublication}::boolean and p.world = known.world and p.material_id = known.id
    ), here as (
      insert into publication_material (world, material_id, decided_by)
      select world, id, ${decidedBy}::bigint from known where ${isPublication}::boolean
      on conflict (world, material_id) do nothing
    )
    select id from known`.execute(db)
  return rows.length > 0
}

export async function insertEvidence(
  tx: Db,
  world: string,
  input: {
    reference: string
    billing: string
    ip: string | null
    postcode: string | null
    treatment: SaleTreatment
    vatId: string | null
    vatIdState: string | null
  },
): Promise<void> {
  await sql`
    insert into tax_evidence (world, order_id, billing_country, ip_country, postcode, treatment, vat_id, vat_id_state)
    select world, id, ${input.billing}, ${input.ip}, ${input.postcode}, ${input.treatment}, ${input.vatId},
      ${input.vatIdState} from purchase_order
    where world = ${world} and reference = ${input.reference}`.execute(tx)
}

export async function updateBankCountry(
  tx: Db,
  world: string,
  input: { orderId: number; country: string },
): Promise<void> {
  await tx
    .updateTable('tax_evidence')
    .set({ bank_country: input.country })
    .where('world', '=', world)
    .where('order_id', '=', input.orderId)
    .execute()
}

/** What was known of a sale when its tax was chosen, and what came with the payment. */
export async function findEvidence(db: Db, world: string, orderId: number) {
  return await db
    .selectFrom('tax_evidence')
    .select(['billing_country', 'ip_country', 'bank_country', 'treatment', 'vat_id', 'vat_id_state'])
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

export async function markContradicted(tx: Db, world: string, orderId: number): Promise<void> {
  await tx
    .updateTable('tax_evidence')
    .set({ is_contradicted: true })
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .execute()
}

export async function insertVatIdCheck(db: Db, input: RegisterAnswer & { vatId: string }): Promise<void> {
  const { vatId, isValid, name, proof } = input
  await db.insertInto('vat_id_check').values({ vat_id: vatId, is_valid: isValid, name, proof }).execute()
}

/** What the register said last about a number, since a moment. */
export async function latestCheck(
  db: Db,
  vatId: string,
  since: Date,
): Promise<{ is_valid: boolean; name: string | null } | undefined> {
  return await db
    .selectFrom('vat_id_check')
    .select(['is_valid', 'name'])
    .where('vat_id', '=', vatId)
    .where('checked_at', '>', since)
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What the bank says counts over what was entered by hand. */
export async function upsertRates(
  db: Db,
  rates: readonly ExchangeRate[],
  enteredBy: number | null,
): Promise<void> {
  const columns = [
    rates.map((row) => row.currency),
    rates.map((row) => row.day),
    rates.map((row) => row.rate),
  ]
  await sql`
    insert into exchange_rate (currency, day, rate, entered_by)
    select currency, day, rate, ${enteredBy}::bigint
    from unnest(${columns[0]}::text[], ${columns[1]}::date[], ${columns[2]}::numeric[]) as given (currency, day, rate)
    on conflict (currency, day) do update set rate = excluded.rate, entered_by = excluded.entered_by, entered_at = now()
    where excluded.entered_by is null or exchange_rate.entered_by is not null`.execute(db)
}

/** The first rate from a day on, or the last one up to it, not further away than so many days. */
export async function findRate(
  db: Db,
  input: { currency: string; from: string; until: string; which: 'first' | 'last' },
): Promise<{ day: string; rate: string } | undefined> {
  const { currency, from, until, which } = input
  const order = which === 'first' ? sql`asc` : sql`desc`
  const { rows } = await sql<{ day: string; rate: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, trim_scale(rate)::text as rate from exchange_rate
    where currency = ${currency} and day between ${from}::date and ${until}::date order by day ${order} limit 1`.execute(
    db,
  )
  return rows[0]
}
