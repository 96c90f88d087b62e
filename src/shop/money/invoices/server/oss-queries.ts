import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

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
