import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import type { BillingAddress } from '#shop/money/billing/rules/contract.ts'

/** A paid order as the books of others need it. Sums are cents. */
export interface OrderInBooks {
  id: number
  reference: string
  number: string
  accountId: number
  buyer: { name: string; email: string }
  /** The buyer's current billing details; undefined when none were given. */
  billing: BillingAddress | undefined
  currency: string
  country: string
  /** The buyer's number, when they owe the tax themselves. */
  reverseChargeVatId: string | null
  /** No tax applies at its address. */
  isNotTaxed: boolean
  paidAt: Date
  /** Of an order on invoice: what is to be paid until when. Null: it is paid. */
  due: { at: Date; cents: number } | null
  items: readonly {
    materialId: number
    title: string
    licence: Licence
    author: string
    grossCents: number
    taxCents: number
    taxRateBp: number
  }[]
}

interface Row {
  id: number
  reference: string
  number: string
  account_id: number
  buyer_name: string
  buyer_email: string
  billing: BillingAddress | null
  currency: string
  country: string
  reverse_charge_vat_id: string | null
  not_taxed: boolean
  paid_at: Date
  due_at: Date | null
  due_cents: number | null
  material_id: number
  title: string
  licence: Licence
  author: string
  price_cents: number
  tax_cents: number
  tax_rate_bp: number
}

/** One paid order with its lines by one query; undefined for what is not paid. */
export async function orderInBooks(
  db: Db,
  world: string,
  orderId: number,
): Promise<OrderInBooks | undefined> {
  const { rows } = await sql<Row>`
    select o.id, o.reference, o.number, o.account_id, buyer.public_name as buyer_name, buyer.email as buyer_email, (
        select jsonb_build_object('name', b.name, 'organisation', b.organisation, 'street', b.street,
          'postcode', b.postcode, 'city', b.city, 'country', b.country, 'vatId', b.vat_id, 'buyerReference', b.buyer_reference)
        from billing_address b where b.account_id = o.account_id) as billing,
      o.currency, o.country, o.reverse_charge_vat_id, o.not_taxed, o.paid_at, v.due_at, v.open_cents as due_cents, i.material_id, i.title, i.licence, author.public_name as author,
      i.price_cents, i.tax_cents, coalesce(i.tax_rate_bp, o.tax_rate_bp) as tax_rate_bp
    from purchase_order o
    join account buyer on buyer.id = o.account_id
    join order_item i on i.world = o.world and i.order_id = o.id
    join author_profile author on author.account_id = i.author_id
    left join invoice_purchase v on v.world = o.world and v.order_id = o.id and v.status = 'open'
    where o.world = ${world} and o.id = ${orderId} and o.status = 'paid'
    order by i.material_id`.execute(db)
  const [order] = rows
  if (order === undefined) return undefined
  return {
    id: order.id,
    reference: order.reference,
    number: order.number,
    accountId: order.account_id,
    buyer: { name: order.buyer_name, email: order.buyer_email },
    billing: order.billing ?? undefined,
    currency: order.currency,
    country: order.country,
    reverseChargeVatId: order.reverse_charge_vat_id,
    isNotTaxed: order.not_taxed,
    paidAt: order.paid_at,
    due: order.due_at === null ? null : { at: order.due_at, cents: order.due_cents ?? 0 },
    items: rows.map((row) => ({
      materialId: row.material_id,
      title: row.title,
      licence: row.licence,
      author: row.author,
      grossCents: row.price_cents,
      taxCents: row.tax_cents,
      taxRateBp: row.tax_rate_bp,
    })),
  }
}
