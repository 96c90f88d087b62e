import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoadedMaterial, loadMaterial } from '#loaders/material.ts'
import { strangerContext } from '#platform/context/context.ts'
import type { Mine } from '#shop/buying/cart/rules/contract.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'

let app: TestApp
let seller: Person
const slug = 'brueche-addieren'

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
})
afterAll(() => app.close())

async function pageOf(id: number, query = ''): Promise<LoadedMaterial> {
  const context = strangerContext(app.deps, 'de')
  const page = await loadMaterial(context, { id: String(id), slug }, new URLSearchParams(query))
  if ('moved' in page) throw new Error(`moved to ${page.moved}`)
  return page
}

async function mine(client: Client, id: number): Promise<Mine> {
  const answer = await client.api('GET', `/v1/materials/${id}/mine`)
  expect(answer.status).toBe(200)
  return answer.json<Mine>()
}

/** A paid order, as rows. */
async function bought(person: Person, ids: readonly number[], at = new Date()): Promise<void> {
  const { db } = app.deps
  const { id } = await db
    .insertInto('purchase_order')
    .values({
      world: 'de',
      reference: `${person.id}-${ids.join('-')}`,
      number: `${person.id}-${ids.join('-')}`,
      account_id: person.id,
      status: 'paid',
      currency: 'EUR',
      total_cents: 0,
      tax_cents: 0,
      tax_rate_bp: 1900,
      country: 'DE',
      consent_text_version: '1',
      consent_immediate_at: at,
      consent_waiver_at: at,
      paid_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { world: 'de', order_id: id }
  await db
    .insertInto('order_item')
    .values(
      ids.map((material_id) => ({
        ...row,
        material_id,
        author_id: seller.id,
        title: 'x',
        original_price_cents: 0,
        price_cents: 0,
        tax_cents: 0,
        author_share_bp: 7000,
        author_share_cents: 0,
      })),
    )
    .execute()
  await db
    .insertInto('entitlement')
    .values(ids.map((material_id) => ({ ...row, material_id, account_id: person.id, created_at: at })))
    .execute()
  await db
    .updateTable('material')
    .set((eb) => ({ sales_count: eb('sales_count', '+', 1) }))
    .where('id', 'in', [...ids])
    .execute()
}

describe('what a material is to its visitor', () => {
  test('a stranger, an owner, its author, and a cart', async () => {
    const id = await materialRow(app, { authorId: seller.id, price: 400 })
    const stranger = createClient(app.base)
    const nothing: Mine = {
      isOwn: false,
      owned: null,
      purchase_id: null,
      updatedAt: null,
      inCart: null,
      prices: { single: 400, additional: 760, school: 1600 },
      bundle: null,
    }
    expect(await mine(stranger, id)).toEqual(nothing)
    await stranger.api('POST', '/v1/cart/items', { materialId: id, licence: 'school' })
    expect(await mine(stranger, id)).toEqual({ ...nothing, inCart: 'school' })
    stranger.close()

    const owner = await member(app, 'owner')
    await bought(owner, [id], new Date('2026-01-02T10:00:00Z'))
    expect(await mine(owner.client, id)).toEqual({
      ...nothing,
      owned: { licence: 'single', colleagues: 0, since: '2026-01-02T10:00:00.000Z' },
      purchase_id: expect.any(Number),
      prices: { single: null, additional: 360, school: 1200 },
    })
    await app.deps.db
      .insertInto('material_file')
      .values({
        world: 'de',
        material_id: id,
        type: 'material_file',
        storage_key: 'x',
        name: 'neu.pdf',
        media_type: 'application/pdf',
        size_bytes: 1,
        sha256: Buffer.alloc(32),
        created_at: new Date('2026-03-01T10:00:00Z'),
      })
      .execute()
    expect((await mine(owner.client, id)).updatedAt).toBe('2026-03-01T10:00:00.000Z')
    expect(await mine(seller.client, id)).toMatchObject({ isOwn: true, prices: { single: null } })
  })

  test('a bundle of which some is owned costs the rest, as in the cart', async () => {
    const [first, second] = await Promise.all(
      [300, 500].map((price) => materialRow(app, { authorId: seller.id, price })),
    )
    const bundle = await materialRow(app, { authorId: seller.id, price: 600 })
    const { db } = app.deps
    await db.updateTable('material').set({ is_bundle: true }).where('id', '=', bundle).execute()
    const parts = [first as number, second as number]
    await db
      .insertInto('bundle_item')
      .values(parts.map((id, position) => ({ world: 'de', bundle_id: bundle, material_id: id, position })))
      .execute()
    const person = await member(app, 'half')
    await bought(person, [parts[0] as number])
    expect(await mine(person.client, bundle)).toMatchObject({
      bundle: { parts: 1, of: 2 },
      prices: { single: 375, additional: null, school: null },
    })
    await person.client.api('POST', '/v1/cart/items', { materialId: bundle })
    const cart = (await person.client.api('GET', '/v1/cart/view')).json<{
      items: { cart: { finalPrice: number } }
    }>()
    expect(cart.items.cart.finalPrice).toBe(375)
    expect((await pageOf(bundle)).material.licences.map(({ licence }) => licence)).toEqual(['single'])
  })

  test('a part names the bundle it is cheaper in', async () => {
    const { db } = app.deps
    const rows = [300, 500, 600].map((price) => materialRow(app, { authorId: seller.id, price }))
    const [part = 0, other = 0, bundle = 0] = await Promise.all(rows)
    await db.updateTable('material').set({ is_bundle: true }).where('id', '=', bundle).execute()
    await db
      .insertInto('bundle_item')
      .values(
        [part, other].map((id, position) => ({ world: 'de', bundle_id: bundle, material_id: id, position })),
      )
      .execute()
    const { bundles } = await pageOf(part)
    expect(bundles).toMatchObject([{ bundle: { id: bundle, finalPrice: 600 }, parts: 2, partsPrice: 800 }])
    await db.updateTable('material').set({ price_cents: 800 }).where('id', '=', bundle).execute()
    expect((await pageOf(part)).bundles).toEqual([])
  })

  test('what is not to be seen is not found', async () => {
    const client = createClient(app.base)
    const hidden = [
      await materialRow(app, { authorId: seller.id, status: 'draft' }),
      await materialRow(app, { authorId: seller.id, status: 'deleted' }),
      await materialRow(app, { authorId: seller.id, world: 'es' }),
    ]
    for (const id of [...hidden, 999_999_999]) {
      expect((await client.api('GET', `/v1/materials/${id}/mine`)).status).toBe(404)
    }
    client.close()
  })
})

describe('bought together', () => {
  test('needs two buyers: one basket shows nothing', async () => {
    const [main, shared, secret] = (await Promise.all(
      [400, 300, 200].map((price) => materialRow(app, { authorId: seller.id, price })),
    )) as [number, number, number]
    const people = await Promise.all(['ann', 'bob'].map((name) => member(app, name)))
    await bought(people[0] as Person, [main, shared])
    await bought(people[0] as Person, [secret])
    expect((await pageOf(main)).boughtTogether).toEqual([])
    await bought(people[1] as Person, [main])
    expect((await pageOf(main)).boughtTogether).toEqual([])
    await bought(people[1] as Person, [shared])
    expect((await pageOf(main)).boughtTogether.map(({ id }) => id)).toEqual([shared])
  })
})

describe('reviews of the page', () => {
  test('by stars, by usefulness, page by page; what means nothing is not found', async () => {
    const id = await materialRow(app, { authorId: seller.id })
    const { db } = app.deps
    const writers = await db
      .insertInto('account')
      .values(
        Array.from({ length: 25 }, (_, index) => ({
          world: 'de',
          email: `writer-${index}@aularium.example`,
          public_name: `Writer ${index}`,
          slug: 'writer',
        })),
      )
      .returning('id')
      .execute()
    await db
      .insertInto('review')
      .values(
        writers.map((writer, index) => ({
          world: 'de',
          material_id: id,
          account_id: writer.id,
          rating: index % 5 === 0 ? 3 : 5,
          text: `Nr. ${index}`,
          language: 'de',
          helpful_count: index % 7,
        })),
      )
      .execute()
    await db
      .updateTable('material')
      .set({ rating_sum: 115, rating_count: 25, star_counts: [0, 0, 5, 0, 20] })
      .where('id', '=', id)
      .execute()
    const usual = (await pageOf(id)).reviewList
    expect([usual.reviews.length, usual.reviews[0]?.text, usual.isFirst]).toEqual([20, 'Nr. 24', true])
    const next = (await pageOf(id, `after=${usual.nextCursor}`)).reviewList
    expect(next).toMatchObject({ isFirst: false, nextCursor: null })
    expect(next.reviews.map(({ text }) => text)).toEqual([4, 3, 2, 1, 0].map((index) => `Nr. ${index}`))

    const three = (await pageOf(id, 'stars=3')).reviewList
    expect(three.reviews.map(({ rating }) => rating)).toEqual([3, 3, 3, 3, 3])
    const first = (await pageOf(id, 'reviews=helpful')).reviewList
    const rest = (await pageOf(id, `reviews=helpful&after=${first.nextCursor}`)).reviewList
    const counts = [...first.reviews, ...rest.reviews].map(({ helpfulCount }) => helpfulCount)
    expect(counts).toEqual(counts.toSorted((left, right) => right - left))
    expect(new Set([...first.reviews, ...rest.reviews].map((each) => each.id)).size).toBe(25)

    const crossed = `reviews=helpful&after=${usual.nextCursor}`
    for (const query of ['stars=6', 'stars=x', 'reviews=best', 'after=nonsense', crossed]) {
      await expect(pageOf(id, query)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})

describe('versions', () => {
  test('are shown, the newest first', async () => {
    const id = await materialRow(app, { authorId: seller.id })
    expect((await pageOf(id)).material.versions).toEqual([])
    await app.deps.db
      .insertInto('material_version')
      .values({
        world: 'de',
        material_id: id,
        added: ['b.pdf'],
        removed: ['a.pdf'],
        note: 'Lösungen ergänzt',
      })
      .execute()
    expect((await pageOf(id)).material.versions).toEqual([
      {
        ...{ at: expect.any(String), added: ['b.pdf'], removed: ['a.pdf'], note: 'Lösungen ergänzt' },
        unitVersion: null,
      },
    ])
  })
})

describe('accessibility', () => {
  test('is claimed only when every PDF was looked at and passed', async () => {
    const id = await materialRow(app, { authorId: seller.id })
    const { db } = app.deps
    const claim = async () => (await pageOf(id)).material.accessibility
    const passed = { is_tagged: true, has_title: true, has_language: true }
    const add = (traits: Partial<typeof passed>) =>
      db
        .insertInto('material_file')
        .values({
          world: 'de',
          material_id: id,
          type: 'material_file',
          storage_key: 'x',
          name: 'a.pdf',
          media_type: 'application/pdf',
          size_bytes: 1,
          sha256: Buffer.alloc(32),
          ...traits,
        })
        .execute()
    const empty = () => db.deleteFrom('material_file').where('material_id', '=', id).execute()
    expect(await claim()).toBeNull()
    await add(passed)
    expect(await claim()).toBe('checked')
    for (const failing of [{ ...passed, is_tagged: false }, { ...passed, has_title: false }, {}]) {
      await add(failing)
      expect(await claim()).toBeNull()
      await empty()
      await add(passed)
      expect(await claim()).toBe('checked')
    }
  })
})

describe('addresses', () => {
  test('deleted is gone, a draft is not found, another world and a wrong slug are one hop away, unlisted is not indexed', async () => {
    const context = strangerContext(app.deps, 'de')
    const load = (id: number, wanted = slug) => loadMaterial(context, { id: String(id), slug: wanted })
    const own = { authorId: seller.id }
    const deleted = await materialRow(app, { ...own, status: 'deleted' })
    await expect(load(deleted)).rejects.toMatchObject({ code: 'gone' })
    const draft = await materialRow(app, { ...own, status: 'draft' })
    await expect(load(draft)).rejects.toMatchObject({ code: 'not_found' })
    const foreign = await materialRow(app, { ...own, world: 'es' })
    expect(await load(foreign)).toEqual({ moved: `/es/material/${foreign}/${slug}` })
    const plain = await materialRow(app, own)
    expect(await load(plain, 'anders')).toEqual({ moved: `/de/material/${plain}/${slug}` })
    expect((await pageOf(plain)).noindex).toBe(false)
    await app.deps.db.updateTable('material').set({ status: 'unlisted' }).where('id', '=', plain).execute()
    expect((await pageOf(plain)).noindex).toBe(true)
  })
})
