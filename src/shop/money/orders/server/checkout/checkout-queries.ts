import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import { type OrderRow, orderColumns } from '../queries.ts'

interface NewOrder {
  reference: string
  accountId: number
  cartId: number | null
  currency: string
  totalCents: number
  taxCents: number
  taxRateBp: number
  country: string
  reverseChargeVatId: string | null
  isNotTaxed?: boolean
  consentTextVersion: string
  consentAt: Date
  voucher: { id: number; code: string; discount: number } | null
  creditCents: number
  purpose?: OrderRow['purpose']
}

export interface NewOrderItem {
  materialId: number
  licence: Licence
  authorId: number
  title: string
  originalPriceCents: number
  priceCents: number
  taxCents: number
  taxRateBp: number
  authorShareBp: number
  authorShareCents: number
  voucherCents: number
  voucherCostCents: number
}

/** Writes a pending order with its lines. */
export async function insertOrder(
  tx: Db,
  world: string,
  { order, items }: { order: NewOrder; items: readonly NewOrderItem[] },
): Promise<OrderRow> {
  const { voucher } = order
  const lines = items.map((item) => ({
    material_id: item.materialId,
    licence: item.licence,
    author_id: item.authorId,
    title: item.title,
    original_price_cents: item.originalPriceCents,
    price_cents: item.priceCents,
    tax_cents: item.taxCents,
    tax_rate_bp: item.taxRateBp,
    author_share_bp: item.authorShareBp,
    author_share_cents: item.authorShareCents,
    voucher_cents: item.voucherCents,
    voucher_cost_cents: item.voucherCostCents,
  }))
  const { rows } = await sql<OrderRow>`
    with placed as (
      insert into purchase_order (world, reference, account_id, cart_id, currency, total_cents, tax_cents, tax_rate_bp,
        country, reverse_charge_vat_id, not_taxed, consent_text_version, consent_immediate_at, consent_waiver_at, voucher_id,
        voucher_code, voucher_cents, credit_cents, purpose)
      values (${world}, ${order.reference}, ${order.accountId}, ${order.cartId}, ${order.currency}, ${order.totalCents},
        ${order.taxCents}, ${order.taxRateBp}, ${order.country}, ${order.reverseChargeVatId}, ${order.isNotTaxed ?? false},
        ${order.consentTextVersion}, ${order.consentAt}, ${order.consentAt}, ${voucher?.id ?? null},
        ${voucher?.code ?? null}, ${voucher?.discount ?? 0}, ${order.creditCents}, ${order.purpose ?? 'materials'})
      returning ${sql.join(orderColumns.map((name) => sql.ref(name)))}
    ), lines as (
      insert into order_item (world, order_id, material_id, licence, author_id, title, original_price_cents, price_cents,
        tax_cents, tax_rate_bp, author_share_bp, author_share_cents, voucher_cents, voucher_cost_cents, refund_days,
        refund_after_download)
      select ${world}, placed.id, line.material_id, line.licence, line.author_id, line.title, line.original_price_cents,
        line.price_cents, line.tax_cents, line.tax_rate_bp, line.author_share_bp, line.author_share_cents,
        line.voucher_cents, line.voucher_cost_cents, rule.days, coalesce(rule.after_download, false)
      from placed cross join jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (material_id bigint, licence text,
        author_id bigint, title text, original_price_cents integer, price_cents integer, tax_cents integer,
        tax_rate_bp integer, author_share_bp integer, author_share_cents integer, voucher_cents integer,
        voucher_cost_cents integer)
      left join refund_rule rule on rule.account_id = line.author_id
    )
    select ${sql.join(orderColumns.map((name) => sql.ref(name)))} from placed`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('an order that is written is answered')
  return row
}

/** A material offered for nothing, or what it costs now; undefined when it cannot be had. */
export async function claimableMaterial(
  tx: Db,
  world: string,
  input: { accountId: number; materialId: number },
) {
  return await tx
    .selectFrom('material')
    .innerJoin('material_price as price', (join) =>
      join.onRef('price.world', '=', 'material.world').onRef('price.material_id', '=', 'material.id'),
    )
    .select(['material.id', 'material.author_id', 'material.title', 'material.currency', 'material.status'])
    .select('price.cents as asked_cents')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('owned_material as owned')
            .select('owned.material_id')
            .whereRef('owned.world', '=', 'material.world')
            .whereRef('owned.material_id', '=', 'material.id')
            .where('owned.account_id', '=', input.accountId),
        )
        .as('is_owned'),
    )
    .where('material.world', '=', world)
    .where('material.id', '=', input.materialId)
    .executeTakeFirst()
}
