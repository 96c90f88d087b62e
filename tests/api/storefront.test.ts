import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadHomeschooling, loadOffers, loadRecommendations, loadSellerLanding } from '#loaders/storefront.ts'
import type { Context } from '#platform/context/context.ts'
import { strangerContext } from '#platform/context/context.ts'
import { seedTaxonomy } from '#platform/db/taxonomy.ts'
import { addFavorite } from '#shop/buying/favorites/server/service.ts'
import { claimMaterial } from '#shop/money/orders/server/checkout/claim.ts'
import { indexMaterial } from '#shop/selling/materials/server/publishing/indexing.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'

let app: TestApp
let seller: Person
let buyer: Person
const context = () => strangerContext(app.deps, 'de')
const none = new URLSearchParams()

function as(person: Person): Context {
  return {
    ...context(),
    visitor: {
      kind: 'member',
      accountId: person.id,
      sessionHash: Buffer.alloc(32),
      publicName: 'x',
      slug: 'x',
      email: person.email,
      homeWorld: 'de',
      isSeller: false,
      role: 'member',
      emailConfirmed: true,
      agbAccepted: true,
      imageKey: null,
      anonymousId: undefined,
    },
  }
}

/** A published material that can be found: subject, grade, school type, place in search. */
async function found(title: string, price = 400): Promise<number> {
  const id = await materialRow(app, { authorId: seller.id, title, price })
  const { db } = app.deps
  const row = await db
    .updateTable('material')
    .set({ subjects: ['de-mathematics'], grades: ['5'], school_types: ['grundschule'] })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await indexMaterial(app.deps, db, { ...row, published_at: row.published_at ?? new Date() })
  return id
}

/** A sale as the author's form leaves it: the price now, and what it cost before. */
async function putOnSale(
  id: number,
  sale: number,
  past: { daysAgo: number; price: number; sale?: number }[],
) {
  const { db } = app.deps
  await db.updateTable('material').set({ sale_price_cents: sale }).where('id', '=', id).execute()
  const last = past.at(-1)
  for (const { daysAgo, price, sale: asked } of [...past, { daysAgo: 1, price: last?.price ?? 0, sale }]) {
    await db
      .insertInto('material_price_change')
      .values({
        world: 'de',
        material_id: id,
        changed_at: sql<Date>`now() - make_interval(days => ${daysAgo})`,
        price_cents: price,
        sale_price_cents: asked ?? null,
        sale_until: null,
      })
      .execute()
  }
}

beforeAll(async () => {
  app = await openTestApp()
  await seedTaxonomy(app.deps.db)
  await app.deps.taxonomy.reload()
  app.deps.cache.clear()
  seller = await member(app, 'seller', { isSeller: true })
  buyer = await member(app, 'buyer')
})
afterAll(() => app.close())

describe('offers', () => {
  test('an empty list has one page and popular materials instead', async () => {
    const page = await loadOffers(context(), none)
    expect([page.total, page.pageCount, page.offers]).toEqual([0, 1, []])
    await expect(loadOffers(context(), new URLSearchParams('page=2'))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('the biggest saving first, measured at the lowest price of the 30 days before', async () => {
    const small = await materialRow(app, { authorId: seller.id, price: 400 })
    await putOnSale(small, 360, [{ daysAgo: 90, price: 400 }])
    const big = await materialRow(app, { authorId: seller.id, price: 400 })
    await putOnSale(big, 200, [{ daysAgo: 90, price: 400 }])
    // Struck 1000, but it cost 300 two weeks ago: a saving of a third, not of eighty per cent.
    const dressed = await materialRow(app, { authorId: seller.id, price: 1000 })
    await putOnSale(dressed, 200, [
      { daysAgo: 60, price: 300 },
      { daysAgo: 14, price: 1000 },
    ])
    // It was cheaper before than it is now: no offer at all.
    const raised = await materialRow(app, { authorId: seller.id, price: 900 })
    await putOnSale(raised, 500, [
      { daysAgo: 60, price: 400 },
      { daysAgo: 5, price: 900 },
    ])
    const draft = await materialRow(app, { authorId: seller.id, price: 400, status: 'draft' })
    await putOnSale(draft, 100, [{ daysAgo: 90, price: 400 }])
    const page = await loadOffers(context(), none)
    expect(page.offers.map(({ card }) => card.id)).toEqual([big, dressed, small])
    expect(page.offers.map(({ card }) => [card.price, card.finalPrice, card.sale])).toEqual([
      [400, 200, true],
      [300, 200, true],
      [400, 360, true],
    ])
    expect((await loadOffers(strangerContext(app.deps, 'fr'), none)).total).toBe(0)
  })

  test('what has ended is gone', async () => {
    const { db } = app.deps
    const before = (await loadOffers(context(), none)).total
    const id = await materialRow(app, { authorId: seller.id, price: 400 })
    await putOnSale(id, 100, [{ daysAgo: 90, price: 400 }])
    expect((await loadOffers(context(), none)).total).toBe(before + 1)
    await db
      .updateTable('material')
      .set({ sale_until: sql<Date>`now() - interval '1 minute'` })
      .where('id', '=', id)
      .execute()
    expect((await loadOffers(context(), none)).total).toBe(before)
  })
})

describe('homeschooling', () => {
  test('shelves by stage from three materials on, each material once', async () => {
    for (const number of [1, 2, 3]) await found(`Bruchrechnen ${number}`)
    const { stages, free } = await loadHomeschooling(context())
    expect(stages.map(({ id }) => id)).toEqual(['grundschule'])
    expect(stages[0]?.cards).toHaveLength(3)
    expect(free).toEqual([])
  })
})

describe('recommendations', () => {
  test('a stranger sees what is popular and new, each with its reason', async () => {
    for (const number of [4, 5, 6, 7, 8]) await found(`Größen ${number}`)
    const page = await loadRecommendations(context())
    expect(page.isPersonal).toBe(false)
    expect(page.shelves.map(({ reason }) => reason.kind)).toContain('popular')
  })

  test('near a favourite; never owned, remembered or own materials, no material twice', async () => {
    const seed = await found('Merken')
    const owned = await found('Gehört mir', 0)
    await claimMaterial(as(buyer), owned)
    await addFavorite(as(buyer), seed)
    const page = await loadRecommendations(as(buyer))
    expect(page.isPersonal).toBe(true)
    const kinds = page.shelves.map(({ reason }) => reason.kind)
    expect(kinds).toContain('bought')
    const ids = page.shelves.flatMap(({ cards }) => cards.map(({ id }) => id))
    expect(ids).not.toContain(owned)
    expect(ids).not.toContain(seed)
    expect(new Set(ids).size).toBe(ids.length)
    expect((await loadRecommendations(as(seller))).shelves).toEqual([])
  })
})

describe('the calculator of the seller landing', () => {
  test('starts with an example and knows the rules of an order', async () => {
    const page = await loadSellerLanding(context(), none)
    expect([page.sharePercent, page.taxRate]).toEqual([70, 1900])
    expect(page.result).toEqual({ priceCents: 450, sales: 20, taxCents: 72, feeCents: 113, shareCents: 265 })
  })

  test.each([
    ['price=9,90&sales=5', { price: false, sales: false }],
    ['price=0,10', { price: true, sales: false }],
    ['price=1000.01', { price: true, sales: false }],
    ['price=viel&sales=-1', { price: true, sales: true }],
    ['price=4&sales=1e3', { price: false, sales: true }],
    ['sales=1001', { price: false, sales: true }],
  ])('%s', async (query, wrong) => {
    const page = await loadSellerLanding(context(), new URLSearchParams(query))
    expect(page.wrong).toEqual(wrong)
    expect(page.result === undefined).toBe(wrong.price || wrong.sales)
  })
})
