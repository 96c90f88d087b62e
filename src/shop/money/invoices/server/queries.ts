import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { TaxDocumentContent, TaxDocumentKind } from '../rules/contract.ts'

interface NewDocument {
  kind: TaxDocumentKind
  year: number
  accountId: number
  orderId: number | null
  correctsId: number | null
  /** Names the event: the same one never writes a second document. */
  cause: string
  issuedAt: Date
  content: TaxDocumentContent
}

/** False: its event has written one before. */
export async function insertDocument(tx: Db, world: string, document: NewDocument): Promise<boolean> {
  const { content } = document
  const row = await tx
    .insertInto('tax_document')
    .values({
      world,
      kind: document.kind,
      year: document.year,
      account_id: document.accountId,
      order_id: document.orderId,
      corrects_id: document.correctsId,
      cause: document.cause,
      currency: content.currency,
      net_cents: content.netCents,
      tax_cents: content.taxCents,
      gross_cents: content.grossCents,
      content: JSON.stringify(content),
      issued_at: document.issuedAt,
    })
    .onConflict((conflict) => conflict.columns(['world', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface DocumentRow {
  id: number
  kind: TaxDocumentKind
  number: string
  account_id: number
  order_id: number | null
  order_number: string
  is_partial: boolean
  currency: string
  net_cents: number
  tax_cents: number
  gross_cents: number
  issued_at: Date
  /** Of its content: what decides whether it has an e-invoice. */
  parties: Pick<TaxDocumentContent, 'supplier' | 'buyer' | 'isNotTaxed'>
  is_current: boolean
}

const listed = sql`
  d.id, d.kind, d.number, d.account_id, d.order_id, d.content -> 'order' ->> 'number' as order_number,
  coalesce((d.content -> 'corrects' ->> 'isWhole') = 'false', false) as is_partial, d.currency, d.net_cents, d.tax_cents,
  d.gross_cents, d.issued_at,
  jsonb_build_object('supplier', d.content -> 'supplier', 'buyer', d.content -> 'buyer',
    'isNotTaxed', coalesce((d.content ->> 'isNotTaxed')::boolean, false)) as parties,
  d.kind = 'invoice' and not exists (select from tax_document later
    where later.world = d.world and later.order_id = d.order_id and later.kind = 'invoice' and later.id > d.id)
    and d.gross_cents > coalesce((select -sum(back.gross_cents) from tax_document back
      where back.world = d.world and back.corrects_id = d.id), 0) as is_current`

/** A member's documents of a world, the newest first, or those of one order; `before` is the last id of the page before. */
export async function documentRows(
  db: Db,
  world: string,
  input: {
    accountId: number
    reference: string | null
    before: number | null
    limit: number
    kinds: readonly TaxDocumentKind[]
  },
): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select ${listed} from tax_document d
    where d.account_id = ${input.accountId} and d.world = ${world} and d.kind = any(${input.kinds}::text[])
      and (${input.before}::bigint is null or d.id < ${input.before}::bigint)
      and (${input.reference}::text is null or d.order_id in (
        select id from purchase_order where world = ${world} and reference = ${input.reference}::text))
    order by d.id desc limit ${input.limit}`.execute(db)
  return rows
}

export type WholeDocumentRow = DocumentRow & { content: unknown }

/** The invoice of an order that stands today; undefined for what was paid before there were any. */
export async function invoiceOf(db: Db, world: string, orderId: number) {
  return await db
    .selectFrom('tax_document')
    .select(['id', 'number', 'issued_at', 'content'])
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** One document with everything on it, whosever it is. */
export async function findDocument(db: Db, world: string, id: number): Promise<WholeDocumentRow | undefined> {
  const { rows } = await sql<WholeDocumentRow>`
    select ${listed}, d.content from tax_document d where d.world = ${world} and d.id = ${id}`.execute(db)
  return rows[0]
}

/** Which documents an account has, in all worlds. */
export async function documentsOf(
  db: Db,
  accountId: number,
): Promise<{ world: string; id: number; number: string }[]> {
  return await db
    .selectFrom('tax_document')
    .where('account_id', '=', accountId)
    .select(['world', 'id', 'number'])
    .orderBy('world')
    .orderBy('id')
    .execute()
}

/** What took back parts of an invoice. */
export async function correctionsOf(
  db: Db,
  world: string,
  invoiceId: number,
): Promise<{ content: unknown }[]> {
  return await db
    .selectFrom('tax_document')
    .select('content')
    .where('world', '=', world)
    .where('corrects_id', '=', invoiceId)
    .orderBy('id')
    .execute()
}

/** Nobody else corrects the documents of this order until the transaction ends. */
export async function lockInvoice(tx: Db, world: string, id: number): Promise<void> {
  await tx
    .selectFrom('tax_document')
    .select('id')
    .where('world', '=', world)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

/** Name and address of an author for their documents. */
export async function authorForTax(db: Db, accountId: number): Promise<{ name: string; email: string }> {
  return await db
    .selectFrom('account')
    .innerJoin('author_profile', 'author_profile.account_id', 'account.id')
    .select(['author_profile.public_name as name', 'account.email'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
}

export interface TaxSumRow {
  country: string
  rateBp: number
  kind: 'STANDARD' | 'REDUCED'
  currency: string
  isReverseCharged: boolean
  /** No tax applies where the buyer lives: no member state wants to know of it. */
  isNotTaxed: boolean
  /** The earlier quarter (2026-3) that is corrected; null for this one's own. */
  corrects: string | null
  netCents: number
  taxCents: number
  grossCents: number
}

/** What the buyers' documents of a time add up to, of all worlds. Another address is no other tax: reissues do not count. */
export async function taxSums(db: Db, begins: Date, ends: Date, timeZone: string): Promise<TaxSumRow[]> {
  const { rows } = await sql<TaxSumRow>`
    with parts as (
      select d.content ->> 'taxCountry' as country, (tax ->> 'taxRateBp')::integer as rate_bp, d.currency,
        coalesce((d.content ->> 'isReverseCharged')::boolean, false) as is_reversed,
        coalesce((d.content ->> 'isNotTaxed')::boolean, false) as is_not_taxed,
        case when (d.content -> 'order' ->> 'paidAt')::timestamptz < ${begins} then
          to_char((d.content -> 'order' ->> 'paidAt')::timestamptz at time zone ${timeZone}, 'YYYY-Q') end as corrects,
        (tax ->> 'netCents')::bigint as net, (tax ->> 'taxCents')::bigint as tax, (tax ->> 'grossCents')::bigint as gross
      from tax_document d cross join lateral jsonb_array_elements(d.content -> 'taxes') tax
      where d.issued_at >= ${begins} and d.issued_at < ${ends} and d.kind in ('invoice', 'cancellation')
        and d.cause not like 'reissue:%'
    )
    select country, rate_bp as "rateBp", currency, is_reversed as "isReverseCharged", is_not_taxed as "isNotTaxed", corrects,
      case when rate_bp = (select rate_bp from tax_rate r where r.country = parts.country and r.kind = 'standard'
        and r.valid_from < ${ends} order by r.valid_from desc limit 1) then 'STANDARD' else 'REDUCED' end as kind,
      sum(net)::bigint as "netCents", sum(tax)::bigint as "taxCents", sum(gross)::bigint as "grossCents"
    from parts group by country, rate_bp, currency, is_reversed, is_not_taxed, corrects
    having sum(gross) <> 0 or sum(tax) <> 0
    order by corrects nulls first, country, rate_bp desc, currency`.execute(db)
  return rows
}

/** What the ledger owes the states for the same time: each booking at the moment of its document. */
export async function ledgerTax(
  db: Db,
  begins: Date,
  ends: Date,
): Promise<{ country: string; currency: string; taxCents: number }[]> {
  const { rows } = await sql<{ country: string; currency: string; taxCents: number }>`
    select substr(e.ledger_account, 5) as country, e.currency, -sum(e.amount_cents)::bigint as "taxCents"
    from ledger_transaction t
    join ledger_entry e on e.world = t.world and e.transaction_id = t.id and e.ledger_account like 'tax:%'
    left join tax_document d on d.world = t.world
      and d.cause = case t.kind when 'sale' then 'order:' || t.order_id else 'refund:' || t.refund_id end
    where t.created_at >= ${begins}::timestamptz - interval '1 hour' and t.created_at < ${ends}::timestamptz + interval '1 hour'
      and coalesce(d.issued_at, t.created_at) >= ${begins} and coalesce(d.issued_at, t.created_at) < ${ends}
    group by 1, 2 having sum(e.amount_cents) <> 0`.execute(db)
  return rows
}

/** Paid orders of a time where what is known contradicts the buyer's word. */
export async function contradictedOrders(db: Db, begins: Date, ends: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from tax_evidence v join purchase_order o on o.world = v.world and o.id = v.order_id
    where v.is_contradicted and o.status = 'paid' and o.paid_at >= ${begins} and o.paid_at < ${ends}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
