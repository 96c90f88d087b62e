import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import type { OrderStatus } from '../rules/contract.ts'
import { lockBuyerOfPayment, type PaymentReference, type PaymentRow } from './payment/payment-queries.ts'

/**
 * Lets one member's checkouts, claims and settlements happen one after the other, with or without a cart. Always the
 * first lock of a transaction (account, cart, order, materials, number series), so that no two wait crosswise.
 */
export async function lockBuyer(tx: Db, accountId: number): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

export interface OrderRow {
  id: number
  reference: string
  number: string | null
  account_id: number
  status: OrderStatus
  currency: string
  total_cents: number
  tax_cents: number
  tax_rate_bp: number
  country: string
  reverse_charge_vat_id: string | null
  not_taxed: boolean
  consent_text_version: string
  consent_immediate_at: Date
  voucher_id: number | null
  voucher_code: string | null
  voucher_cents: number
  /** What of the total is paid with the buyer's credit. */
  credit_cents: number
  created_at: Date
  paid_at: Date | null
  /** `gift_card`: nothing is delivered but a code. */
  purpose: 'materials' | 'gift_card'
}

export const orderColumns = [
  'id',
  'reference',
  'number',
  'account_id',
  'status',
  'currency',
  'total_cents',
  'tax_cents',
  'tax_rate_bp',
  'country',
  'reverse_charge_vat_id',
  'not_taxed',
  'consent_text_version',
  'consent_immediate_at',
  'voucher_id',
  'voucher_code',
  'voucher_cents',
  'credit_cents',
  'created_at',
  'paid_at',
  'purpose',
] as const

export interface OrderItemRow {
  order_id: number
  material_id: number
  author_id: number
  title: string
  licence: Licence
  price_cents: number
  tax_cents: number
  tax_rate_bp: number | null
  author_share_cents: number
  /** What its voucher took off. */
  voucher_cents: number
  voucher_cost_cents: number
}

/** Sales for money less what came back, up to `most`. By key, for a join walked through all orders a sale; the limit in the text, or each is planned anew. */
export async function soldCounts(
  db: Db,
  world: string,
  { authorIds, most }: { authorIds: readonly number[]; most: number },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select author.id, sold.count from unnest(${authorIds}::bigint[]) as author (id)
    cross join lateral (
      select count(*)::integer as count from (
        select from order_item i where i.author_id = author.id and i.world = ${world} and i.price_cents > 0
          and (select o.status from purchase_order o where o.world = i.world and o.id = i.order_id) = 'paid'
          and (select count(*) from refund_item r
            where r.world = i.world and r.order_id = i.order_id and r.material_id = i.material_id and r.revokes) = 0
        limit ${sql.lit(most)}
      ) counted
    ) sold`.execute(db)
  return new Map(rows.map((row) => [row.id, row.count]))
}

const itemColumns = [
  'order_item.order_id',
  'order_item.material_id',
  'order_item.author_id',
  'order_item.title',
  'order_item.licence',
  'order_item.price_cents',
  'order_item.tax_cents',
  'order_item.tax_rate_bp',
  'order_item.author_share_cents',
  'order_item.voucher_cents',
  'order_item.voucher_cost_cents',
] as const

/** The lines of orders, in the order of their materials. */
export async function orderItems(
  db: Db,
  world: string,
  orderIds: readonly number[],
): Promise<OrderItemRow[]> {
  if (orderIds.length === 0) return []
  return await db
    .selectFrom('order_item')
    .select(itemColumns)
    .where('world', '=', world)
    .where('order_id', 'in', [...orderIds])
    .orderBy('order_id')
    .orderBy('material_id')
    .execute()
}

/** The member's carts that still wait for money, locked, the newest first. */
export async function lockPendingOrders(tx: Db, world: string, accountId: number): Promise<OrderRow[]> {
  return await tx
    .selectFrom('purchase_order')
    .select(orderColumns)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending')
    .where('purpose', '=', 'materials')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()
}

/** The member's newest paid order of the last minutes: what a second click on "Pay" really meant. */
export async function justPaidOrder(
  db: Db,
  world: string,
  input: { accountId: number; dueCents: number; since: Date },
): Promise<OrderRow | undefined> {
  return await db
    .selectFrom('purchase_order')
    .select(orderColumns)
    .where('world', '=', world)
    .where('account_id', '=', input.accountId)
    .where('status', '=', 'paid')
    .where('purpose', '=', 'materials')
    .where(sql<boolean>`total_cents - credit_cents = ${input.dueCents}`)
    .where('paid_at', '>', input.since)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** An order by its reference, whosever it is. */
export async function findOrder(db: Db, world: string, reference: string): Promise<OrderRow | undefined> {
  return await db
    .selectFrom('purchase_order')
    .select(orderColumns)
    .where('world', '=', world)
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/** Orders of any world with this number or reference. */
export async function ordersNamed(
  db: Db,
  name: string,
): Promise<{ world: string; reference: string; number: string | null; created_at: Date }[]> {
  return await db
    .selectFrom('purchase_order')
    .select(['world', 'reference', 'number', 'created_at'])
    .where((where) => where.or([where('reference', '=', name.toLowerCase()), where('number', '=', name)]))
    .limit(10)
    .execute()
}

/** Locks an order for the rest of the transaction and reads it as it is now. */
export async function lockOrder(tx: Db, world: string, orderId: number): Promise<OrderRow> {
  return await tx
    .selectFrom('purchase_order')
    .select(orderColumns)
    .where('world', '=', world)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** A payment by the provider's reference and its order, both locked as they are once their buyer's lock is ours. */
export async function lockPayment(
  tx: Db,
  world: string,
  reference: PaymentReference,
): Promise<{ order: OrderRow; payment: PaymentRow } | undefined> {
  await lockBuyerOfPayment(tx, world, reference)
  return await lockOrderOfPayment(tx, world, reference)
}

async function lockOrderOfPayment(
  tx: Db,
  world: string,
  reference: PaymentReference,
): Promise<{ order: OrderRow; payment: PaymentRow } | undefined> {
  const row = await tx
    .selectFrom('payment')
    .innerJoin('purchase_order as o', (join) =>
      join.onRef('o.world', '=', 'payment.world').onRef('o.id', '=', 'payment.order_id'),
    )
    .select(orderColumns.map((name) => `o.${name}` as const))
    .select(['payment.id as payment_id', 'payment.provider', 'payment.provider_reference'])
    .select(['payment.status as payment_status', 'payment.amount_cents as payment_cents'])
    .select(['payment.currency as payment_currency', 'payment.surface'])
    .where('payment.world', '=', world)
    .where('payment.provider', '=', reference.provider)
    .where('payment.provider_reference', '=', reference.providerReference)
    .forUpdate('o')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const {
    payment_id,
    payment_status,
    payment_cents,
    payment_currency,
    provider,
    provider_reference,
    surface,
    ...order
  } = row
  const { id: order_id, account_id } = order
  return {
    order,
    payment: {
      ...{ id: payment_id, order_id, account_id, provider, provider_reference, surface },
      ...{ status: payment_status, amount_cents: payment_cents, currency: payment_currency },
    },
  }
}

/** Ends orders without money and answers them. */
export async function updateOrders(
  tx: Db,
  world: string,
  input: { orderIds: readonly number[]; status: 'declined' | 'cancelled' | 'expired' },
): Promise<Pick<OrderRow, 'id' | 'reference' | 'account_id'>[]> {
  if (input.orderIds.length === 0) return []
  return await tx
    .updateTable('purchase_order')
    .set({ status: input.status })
    .where('world', '=', world)
    .where('id', 'in', [...input.orderIds])
    .returning(['id', 'reference', 'account_id'])
    .execute()
}

/** The payment of an order is under way: nothing but its provider ends it now. */
export async function markProcessing(tx: Db, world: string, orderId: number): Promise<void> {
  await tx
    .updateTable('purchase_order')
    .set({ status: 'processing' })
    .where('world', '=', world)
    .where('id', '=', orderId)
    .execute()
}

/** A member's orders whose payment is under way, the newest first. */
export async function ordersUnderWay(
  db: Db,
  world: string,
  { accountId, limit }: { accountId: number; limit: number },
): Promise<OrderRow[]> {
  return await db
    .selectFrom('purchase_order')
    .select(orderColumns)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('status', '=', 'processing')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Orders nobody paid in time, up to a batch, locked; those somebody is settling right now are left alone, and so are those of
 * which the provider did not answer (`except`).
 */
export async function lockOverdueOrders(
  tx: Db,
  world: string,
  { before, except }: { before: Date; except: readonly number[] },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('purchase_order')
    .select('id')
    .where('world', '=', world)
    .where('status', '=', 'pending')
    .where('created_at', '<', before)
    .where(sql<boolean>`id <> all(${[...except]}::bigint[])`)
    .orderBy('id')
    .limit(500)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}
