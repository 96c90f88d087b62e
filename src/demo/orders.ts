import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { authorShareBp } from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { saleBooking } from '#platform/rules/money/booking.ts'
import { taxOrder } from '#platform/rules/money/tax.ts'
import { popularityOf } from '#shop/catalogue/catalogue/rules/popularity.ts'
import { soldLine } from '#shop/money/orders/server/service.ts'
import { seededRandom } from './catalogue/sheets/random.ts'
import type { DemoMaterial, DemoWorld } from './catalogue/types.ts'

const dayMs = 86_400_000
/** What somebody buys within these days is one order. */
const orderDays = 15
const mostItems = 5

export interface SoldMaterial {
  id: number
  authorId: number
  title: string
  priceCents: number
}

export interface OrderDraft {
  accountId: number
  daysAgo: number
  items: readonly SoldMaterial[]
}

/**
 * What the buyers of a world have bought: what they wrote a review about, some days before it, and something else.
 */
export function draftOrders(
  demo: DemoWorld,
  {
    people,
    materials,
  }: { people: ReadonlyMap<string, number>; materials: ReadonlyMap<string, SoldMaterial> },
): OrderDraft[] {
  const inBundle = new Set(demo.materials.flatMap((material) => material.bundleOf ?? []))
  const single = demo.materials.filter(({ key, bundleOf }) => !bundleOf && !inBundle.has(key))
  return demo.buyers.flatMap(({ key }) => {
    const accountId = people.get(key)
    if (accountId === undefined) return []
    const random = seededRandom(`orders/${demo.world}/${key}`)
    const wished = new Map<DemoMaterial, number>()
    for (const material of demo.materials) {
      const review = material.reviews.find((one) => one.buyerKey === key)
      if (review) {
        wished.set(material, Math.min(material.publishedDaysAgo, review.daysAgo + random.int(1, 9)))
      }
    }
    for (const material of random.shuffle(single).slice(0, 6)) {
      if (!wished.has(material)) wished.set(material, random.int(1, Math.min(material.publishedDaysAgo, 200)))
    }
    return intoOrders(wished).flatMap(({ daysAgo, chosen }) => {
      const items = chosen.flatMap((material) => materials.get(material.key) ?? [])
      return items.length === 0 ? [] : [{ accountId, daysAgo, items }]
    })
  })
}

/** Free materials are orders of their own, as when somebody claims one. */
function intoOrders(wished: ReadonlyMap<DemoMaterial, number>) {
  const orders: { daysAgo: number; chosen: DemoMaterial[]; isFree: boolean }[] = []
  for (const [material, daysAgo] of [...wished].toSorted((left, right) => right[1] - left[1])) {
    const isFree = material.priceCents === 0
    const open = orders.findLast((order) => !order.isFree)
    const fits =
      !isFree &&
      open !== undefined &&
      open.daysAgo - daysAgo <= orderDays &&
      open.chosen.length < mostItems &&
      material.publishedDaysAgo >= open.daysAgo
    if (fits) open.chosen.push(material)
    else orders.push({ daysAgo, chosen: [material], isFree })
  }
  return orders
}

/** Writes paid orders with payments, entitlements, bookings and numbers, and counts the sales. */
export async function insertOrders(
  tx: Db,
  { world, termsVersion }: { world: LiveWorldCode; termsVersion: string },
  drafts: readonly OrderDraft[],
): Promise<void> {
  if (drafts.length === 0) return
  const rate = await taxRateOf(tx, worldOf(world).country)
  const oldestFirst = drafts.toSorted((left, right) => right.daysAgo - left.daysAgo)
  const numbers = await drawNumbers(tx, world, oldestFirst.map(dayOf))
  const placed = await insertHeads(
    tx,
    { world, termsVersion },
    oldestFirst.map((draft, index) => orderOf(draft, rate, numbers[index] ?? '')),
  )
  await tx
    .insertInto('order_item')
    .values(placed.flatMap((order) => order.items.map((item) => ({ ...item, world, order_id: order.id }))))
    .execute()
  await insertEntitlements(tx, world, placed)
  await insertMoney(
    tx,
    world,
    placed.filter((order) => order.total_cents > 0),
  )
  await countSales(
    tx,
    world,
    placed.flatMap((order) => order.items.map((item) => item.material_id)),
  )
}

type Order = ReturnType<typeof orderOf>
type PlacedOrder = Order & { id: number }

function dayOf({ daysAgo }: { daysAgo: number }): Date {
  // Nobody buys at midnight on the dot: the hour differs from order to order.
  return new Date(Date.now() - daysAgo * dayMs + ((daysAgo * 37) % 600) * 60_000 - dayMs / 2)
}

function orderOf(draft: OrderDraft, rate: number, number: string) {
  const day = dayOf(draft)
  const rateBp = draft.items.every((item) => item.priceCents === 0) ? 0 : rate
  const taxed = taxOrder(
    draft.items.map((item) => item.priceCents),
    rateBp,
    authorShareBp,
  )
  return {
    reference: randomBytes(16).toString('hex'),
    number,
    account_id: draft.accountId,
    total_cents: taxed.totalCents,
    tax_cents: taxed.taxCents,
    tax_rate_bp: rateBp,
    created_at: day,
    items: draft.items.map((item, index) => ({
      material_id: item.id,
      author_id: item.authorId,
      title: item.title,
      original_price_cents: item.priceCents,
      price_cents: item.priceCents,
      tax_cents: taxed.lines[index]?.taxCents ?? 0,
      author_share_bp: authorShareBp,
      author_share_cents: taxed.lines[index]?.authorShareCents ?? 0,
      created_at: day,
    })),
  }
}

async function taxRateOf(tx: Db, country: string): Promise<number> {
  const row = await tx
    .selectFrom('tax_rate')
    .select('rate_bp')
    .where('country', '=', country)
    .where('kind', '=', 'standard')
    .where('valid_from', '<=', sql<string>`current_date`)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.rate_bp ?? 0
}

async function drawNumbers(tx: Db, world: LiveWorldCode, days: readonly Date[]): Promise<string[]> {
  const next = new Map<number, number>()
  const series = (year: number) => `order-${year}`
  for (const [year, { length }] of Map.groupBy(days, (day) => day.getUTCFullYear())) {
    const row = await tx
      .insertInto('number_series')
      .values({ world, series: series(year), next_number: length + 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['world', 'series'])
          .doUpdateSet({ next_number: sql<number>`number_series.next_number + ${length}` }),
      )
      .returning('next_number')
      .executeTakeFirstOrThrow()
    next.set(year, row.next_number - length)
  }
  return days.map((day) => {
    const year = day.getUTCFullYear()
    const drawn = next.get(year) ?? 1
    next.set(year, drawn + 1)
    return `${world.toUpperCase()}-${year}-${String(drawn).padStart(6, '0')}`
  })
}

async function insertHeads(
  tx: Db,
  { world, termsVersion }: { world: LiveWorldCode; termsVersion: string },
  orders: readonly Order[],
): Promise<PlacedOrder[]> {
  const { country, currency } = worldOf(world)
  const rows = await tx
    .insertInto('purchase_order')
    .values(
      orders.map(({ items: _, ...order }) => ({
        ...order,
        world,
        status: 'paid' as const,
        currency,
        country,
        consent_text_version: termsVersion,
        consent_immediate_at: order.created_at,
        consent_waiver_at: order.created_at,
        paid_at: order.created_at,
      })),
    )
    .returning(['id', 'reference'])
    .execute()
  const ids = new Map(rows.map((row) => [row.reference, row.id]))
  return orders.flatMap((order) => {
    const id = ids.get(order.reference)
    return id === undefined ? [] : [{ ...order, id }]
  })
}

/** What was bought, and what is inside its bundles. */
async function insertEntitlements(
  tx: Db,
  world: LiveWorldCode,
  orders: readonly PlacedOrder[],
): Promise<void> {
  await sql`
    insert into entitlement (world, account_id, material_id, order_id, created_at)
    select distinct on (o.account_id, given.material_id) o.world, o.account_id, given.material_id, o.id, o.created_at
    from purchase_order o
    join order_item i on i.world = o.world and i.order_id = o.id
    cross join lateral (
      select i.material_id
      union all
      select b.material_id from bundle_item b where b.world = i.world and b.bundle_id = i.material_id
    ) given
    where o.world = ${world} and o.id = any(${orders.map((order) => order.id)}::bigint[])
    order by o.account_id, given.material_id, o.created_at
    on conflict do nothing`.execute(tx)
}

/** The payment and the balanced booking of each order. */
async function insertMoney(tx: Db, world: LiveWorldCode, orders: readonly PlacedOrder[]): Promise<void> {
  if (orders.length === 0) return
  const { country, currency } = worldOf(world)
  await tx
    .insertInto('payment')
    .values(
      orders.map((order) => ({
        world,
        order_id: order.id,
        provider: 'sandbox',
        provider_reference: `demo-${order.reference}`,
        status: 'succeeded' as const,
        amount_cents: order.total_cents,
        currency,
        created_at: order.created_at,
        settled_at: order.created_at,
      })),
    )
    .execute()
  // In the sandbox's own books, too: what was paid there can be given back there.
  await tx
    .insertInto('sandbox_payment')
    .values(
      orders.map((order) => ({
        reference: `demo-${order.reference}`,
        ...{ amount_cents: order.total_cents, currency, world, status: 'succeeded' as const },
        ...{
          description: 'Demo',
          return_url: '',
          order_reference: order.reference,
          created_at: order.created_at,
        },
      })),
    )
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
  const bookings = await tx
    .insertInto('ledger_transaction')
    .values(
      orders.map((order) => ({
        world,
        kind: 'sale' as const,
        order_id: order.id,
        created_at: order.created_at,
      })),
    )
    .returning(['id', 'order_id'])
    .execute()
  const bookingOf = new Map(bookings.map((row) => [row.order_id, row.id]))
  const entries = orders.flatMap((order) =>
    saleBooking({
      ...{ provider: 'sandbox', feeCents: 0, country },
      lines: order.items.map((item) => soldLine({ ...item, voucher_cost_cents: 0 })),
    }).map(({ account, amountCents }) => ({
      world,
      transaction_id: bookingOf.get(order.id) ?? 0,
      ledger_account: account,
      currency,
      amount_cents: amountCents,
    })),
  )
  await tx.insertInto('ledger_entry').values(entries).execute()
}

async function countSales(tx: Db, world: LiveWorldCode, sold: readonly number[]): Promise<void> {
  const counts = new Map<number, number>()
  for (const id of sold) counts.set(id, (counts.get(id) ?? 0) + 1)
  const rows = await tx
    .selectFrom('material')
    .select(['id', 'sales_count', 'rating_sum', 'rating_count', 'published_at'])
    .where('world', '=', world)
    .where('id', 'in', [...counts.keys()])
    .execute()
  const changed = rows.map((row) => {
    const salesCount = row.sales_count + (counts.get(row.id) ?? 0)
    const publishedAt = row.published_at ?? new Date()
    const facts = { salesCount, ratingSum: row.rating_sum, ratingCount: row.rating_count, publishedAt }
    return { id: row.id, salesCount, popularity: popularityOf(facts) }
  })
  await sql`
    with counted as (
      update material m set sales_count = c.sales, popularity = c.popularity
      from unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ salesCount }) => salesCount)}::integer[],
        ${changed.map(({ popularity }) => popularity)}::integer[]) as c (id, sales, popularity)
      where m.world = ${world} and m.id = c.id
      returning m.id, m.popularity
    )
    update material_search s set popularity = counted.popularity from counted
    where s.world = ${world} and s.material_id = counted.id`.execute(tx)
}
