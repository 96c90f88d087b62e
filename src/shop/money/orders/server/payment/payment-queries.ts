import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import type { PaymentSurface } from '../../rules/contract.ts'

export interface PaymentRow {
  id: number
  order_id: number
  account_id: number
  provider: string
  provider_reference: string
  /** Made on the provider's page, or in its fields on ours. */
  surface: PaymentSurface
  /** 'processing': made, and the money is not there yet. 'unexpected': money came that its order did not wait for. */
  status: 'pending' | 'processing' | 'succeeded' | 'declined' | 'cancelled' | 'unexpected'
  amount_cents: number
  currency: string
}

const paymentColumns = [
  'payment.id',
  'payment.order_id',
  'purchase_order.account_id',
  'payment.provider',
  'payment.provider_reference',
  'payment.surface',
  'payment.status',
  'payment.amount_cents',
  'payment.currency',
] as const

function payments(db: Db) {
  return db
    .selectFrom('payment')
    .innerJoin('purchase_order', (join) =>
      join
        .onRef('purchase_order.world', '=', 'payment.world')
        .onRef('purchase_order.id', '=', 'payment.order_id'),
    )
    .select(paymentColumns)
}

/** Notes the payment a provider opened for an order; once. */
export async function insertPayment(
  db: Db,
  world: string,
  input: {
    orderId: number
    provider: string
    providerReference: string
    surface?: PaymentSurface
    amountCents: number
    currency: string
  },
): Promise<void> {
  await db
    .insertInto('payment')
    .values({
      world,
      order_id: input.orderId,
      provider: input.provider,
      provider_reference: input.providerReference,
      surface: input.surface ?? 'page',
      amount_cents: input.amountCents,
      currency: input.currency,
    })
    .onConflict((conflict) => conflict.columns(['world', 'provider', 'provider_reference']).doNothing())
    .execute()
}

/** A payment by the name its provider gave it. */
export interface PaymentReference {
  provider: string
  providerReference: string
}

/** The first lock of whatever books what a provider says of a payment. */
export async function lockBuyerOfPayment(
  tx: Db,
  world: string,
  { provider, providerReference }: PaymentReference,
): Promise<void> {
  await tx
    .selectFrom('payment')
    .innerJoin('purchase_order', (join) =>
      join
        .onRef('purchase_order.world', '=', 'payment.world')
        .onRef('purchase_order.id', '=', 'payment.order_id'),
    )
    .innerJoin('account', 'account.id', 'purchase_order.account_id')
    .select('payment.id')
    .where('payment.world', '=', world)
    .where('payment.provider', '=', provider)
    .where('payment.provider_reference', '=', providerReference)
    .forNoKeyUpdate('account')
    .execute()
}

/** The payments of orders. */
export async function paymentsOf(db: Db, world: string, orderIds: readonly number[]): Promise<PaymentRow[]> {
  if (orderIds.length === 0) return []
  return await payments(db)
    .where('payment.world', '=', world)
    .where('payment.order_id', 'in', [...orderIds])
    .orderBy('payment.id')
    .execute()
}

/** A payment by our own number of it. */
export async function paymentById(db: Db, world: string, id: number): Promise<PaymentRow | undefined> {
  return await payments(db).where('payment.world', '=', world).where('payment.id', '=', id).executeTakeFirst()
}

/** The last payment of the order with this reference. */
export async function lastPaymentOf(
  db: Db,
  world: string,
  reference: string,
): Promise<PaymentRow | undefined> {
  return await payments(db)
    .where('purchase_order.world', '=', world)
    .where('purchase_order.reference', '=', reference)
    .orderBy('payment.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Payments of a member's waiting orders of which the provider has not said how they ended. */
export async function openPaymentsOf(db: Db, world: string, accountId: number): Promise<PaymentRow[]> {
  return await payments(db)
    .where('payment.world', '=', world)
    .where('purchase_order.account_id', '=', accountId)
    .where('purchase_order.status', 'in', ['pending', 'processing'])
    .where('payment.status', 'in', ['pending', 'processing'])
    .orderBy('payment.id')
    .execute()
}

/** Payments of which the provider has the last word to say: of orders under way, and of those that wait since before a moment. */
export async function undecidedPayments(
  db: Db,
  world: string,
  { waitingSince, after, limit }: { waitingSince: Date; after: number; limit: number },
): Promise<PaymentRow[]> {
  return await payments(db)
    .where('payment.world', '=', world)
    .where('payment.id', '>', after)
    .where('payment.status', 'in', ['pending', 'processing'])
    .where((where) =>
      where.or([
        where('purchase_order.status', '=', 'processing'),
        where.and([
          where('purchase_order.status', '=', 'pending'),
          where('purchase_order.created_at', '<', waitingSince),
        ]),
      ]),
    )
    .orderBy('payment.id')
    .limit(limit)
    .execute()
}

/** A provider's reference in whatever world: webhooks do not name one. */
export async function paymentInWorlds(
  db: Db,
  worlds: readonly string[],
  input: { provider: string; providerReference: string },
): Promise<(PaymentRow & { world: string }) | undefined> {
  return await payments(db)
    .select('payment.world')
    .where('payment.world', 'in', [...worlds])
    .where('payment.provider', '=', input.provider)
    .where('payment.provider_reference', '=', input.providerReference)
    .executeTakeFirst()
}

/** Stores the provider's status; a success is final. */
export async function updatePayment(
  tx: Db,
  world: string,
  input: { paymentId: number; status: 'processing' | 'succeeded' | 'declined' | 'cancelled' | 'unexpected' },
): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ status: input.status, settled_at: input.status === 'processing' ? null : sql`now()` })
    .where('world', '=', world)
    .where('id', '=', input.paymentId)
    .where('status', '<>', 'succeeded')
    .execute()
}

/**
 * Gives the order that a payment of its very sum is for its number (`prefix` and the next of `series`), while it is neither paid
 * nor numbered. It does not wait for the disk while the series is locked: the transaction that books with this number does.
 */
export async function numberUnnumbered(
  db: Db,
  world: string,
  payment: PaymentReference & { amountCents: number; currency: string },
  { series, prefix }: { series: string; prefix: string },
): Promise<void> {
  const { provider, providerReference, amountCents, currency } = payment
  await sql`
    with due as (
      select o.world, o.id from payment p join purchase_order o on o.world = p.world and o.id = p.order_id
      where p.world = ${world} and p.provider = ${provider} and p.provider_reference = ${providerReference}
        and p.amount_cents = ${amountCents}::bigint and p.currency = ${currency} and o.status <> 'paid' and o.number is null
      for update of o
    ), drawn as (
      insert into number_series (world, series, next_number) select world, ${series}::text, 2 from due
      on conflict (world, series) do update set next_number = number_series.next_number + 1
      returning (next_number - 1)::text as number
    ), unwaited as (select set_config('synchronous_commit', 'off', true))
    update purchase_order o set number = ${prefix}::text || lpad(drawn.number, greatest(6, length(drawn.number)), '0')
    from due cross join drawn cross join unwaited
    where o.world = due.world and o.id = due.id`.execute(db)
}

/** Remembers a webhook call; false when it came before. Waits for a parallel transaction with the same one. */
export async function insertPaymentEvent(
  tx: Db,
  event: { provider: string; id: string; type: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('payment_event')
    .values({ provider: event.provider, event_id: event.id, type: event.type })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/** From now on the buyer owes the tax of this order themselves. */
export async function setReverseCharge(
  tx: Db,
  world: string,
  input: { orderId: number; vatId: string },
): Promise<void> {
  await tx
    .updateTable('purchase_order')
    .set({ reverse_charge_vat_id: input.vatId })
    .where('world', '=', world)
    .where('id', '=', input.orderId)
    .execute()
}

/**
 * Gives a member the materials of an order, and what is inside its bundles, for ever: new ones, and for those held already
 * the larger licence or one colleague more; the sales wait to be counted. Answers the bought ids that gave the member
 * something: fewer than bought means that something was paid for twice.
 */
export async function insertEntitlements(
  tx: Db,
  world: string,
  input: {
    accountId: number
    orderId: number
    items: readonly { material_id: number; licence: Licence }[]
  },
): Promise<number[]> {
  const ids = input.items.map((item) => item.material_id)
  const licences = input.items.map((item) => item.licence)
  const { rows } = await sql<{ material_id: number }>`
    with bought as (
      select id, licence from unnest(${ids}::bigint[], ${licences}::text[]) as line (id, licence)
    ), sold as (
      insert into sale_waiting (world, material_id) select ${world}, id from bought
    )
    insert into entitlement as held (world, account_id, material_id, order_id, licence, colleagues, school_id)
    select ${world}, ${input.accountId}, id, ${input.orderId},
      case when licence = 'school' then 'school' else 'single' end, (licence = 'additional')::integer,
      case when licence = 'school' then (select a.school_id from school_account a
        where a.world = ${world} and a.account_id = ${input.accountId} and a.is_verified) end
    from (
      select id, licence from bought
      union
      select material_id, 'single' from bundle_item
      where world = ${world} and bundle_id in (select id from bought) and material_id not in (select id from bought)
    ) as given order by id
    on conflict (world, account_id, material_id) do update set
      order_id = excluded.order_id,
      licence = case when excluded.licence = 'school' then 'school' else held.licence end,
      colleagues = held.colleagues + excluded.colleagues,
      school_id = coalesce(excluded.school_id, held.school_id)
    where held.licence <> 'school' and (excluded.licence = 'school' or excluded.colleagues > 0)
    returning material_id`.execute(tx)
  const bought = new Set(ids)
  return rows.map((row) => row.material_id).filter((id) => bought.has(id))
}

/**
 * Takes what waits to be counted, up to `most` sales, and counts it: `counts` is the part of the statement that does, of what `sold`
 * lists. Answers how many they were. Each counts once, however many count at the same time.
 */
export async function countSales(
  db: Db,
  { most, counts }: { most: number; counts: (sold: string) => RawBuilder<unknown> },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with taken as (
      delete from sale_waiting where id in (
        select id from sale_waiting order by id limit ${most} for update skip locked)
      returning world, material_id
    ), sold as (
      select world, material_id, count(*)::integer as sales from taken group by world, material_id
    ), ${counts('sold')}
    select count(*)::integer as count from taken`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Draws the next number of a series. The row stays locked until the transaction ends, which makes the series gapless;
 * so this is the last thing a transaction does before it commits.
 */
export async function drawNumber(tx: Db, world: string, series: string): Promise<number> {
  const row = await tx
    .insertInto('number_series')
    .values({ world, series, next_number: 2 })
    .onConflict((conflict) =>
      conflict
        .columns(['world', 'series'])
        .doUpdateSet({ next_number: sql<number>`number_series.next_number + 1` }),
    )
    .returning(sql<number>`number_series.next_number - 1`.as('drawn'))
    .executeTakeFirstOrThrow()
  return row.drawn
}

export async function markPaid(
  tx: Db,
  world: string,
  input: { orderId: number; number: string; paidAt: Date },
): Promise<void> {
  await tx
    .updateTable('purchase_order')
    .set({ status: 'paid', number: input.number, paid_at: input.paidAt })
    .where('world', '=', world)
    .where('id', '=', input.orderId)
    .execute()
}

export interface MailPartyRow {
  id: number
  email: string
  public_name: string
  /** Where this person is at home: the language of their mails. */
  world: string
}

/** Addresses of buyer and authors for their mails; disabled accounts and those without a password get none. */
export async function mailParties(tx: Db, accountIds: readonly number[]): Promise<MailPartyRow[]> {
  if (accountIds.length === 0) return []
  return await tx
    .selectFrom('account')
    .select(['id', 'email', 'public_name', 'world'])
    .where('id', 'in', [...accountIds])
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .execute()
}

/** The materials of an order and what is inside the bundles among them. */
export async function materialsInside(db: Db, world: string, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with ordered as (select material_id as id from order_item where world = ${world} and order_id = ${orderId})
    select id from ordered
    union
    select b.material_id from bundle_item b where b.world = ${world} and b.bundle_id in (select id from ordered)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
