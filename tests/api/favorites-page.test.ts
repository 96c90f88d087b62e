import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { url } from '#routing/url.ts'
import type { Context } from '#server/context.ts'
import { strangerContext } from '#server/context.ts'
import { favoritesPage } from '#server/features/favorites/service.ts'
import { claimMaterial } from '#server/features/orders/claim.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

let app: TestApp
let seller: Person
const ids = { cheap: 0, expensive: 0, free: 0 }
const page = url('favorites', { world: 'de' })

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  ids.cheap = await materialRow(app, { authorId: seller.id, title: 'Brüche', price: 100 })
  ids.expensive = await materialRow(app, { authorId: seller.id, title: 'Zeitformen', price: 900 })
  ids.free = await materialRow(app, { authorId: seller.id, title: 'Ampel', price: 0 })
})
afterAll(() => app.close())

function asMember(person: Person): Context {
  return {
    ...strangerContext(app.deps, 'de'),
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

async function remember(client: Person['client'], materials: readonly number[]) {
  for (const id of materials) {
    const answer = await client.submit(page, { intent: 'add-favorite', materialId: String(id) })
    expect(answer.status).toBe(303)
  }
}

describe('the favorites page', () => {
  test('sorts, and sums up what is not owned', async () => {
    const buyer = await member(app, 'buyer')
    await remember(buyer.client, [ids.expensive, ids.free, ids.cheap])
    const context = asMember(buyer)
    const order = async (sort: 'newest' | 'price_asc' | 'price_desc' | 'title') =>
      (await favoritesPage(context, { sort })).cards.map(({ id }) => id)
    expect(await order('newest')).toEqual([ids.cheap, ids.free, ids.expensive])
    expect(await order('price_asc')).toEqual([ids.free, ids.cheap, ids.expensive])
    expect(await order('price_desc')).toEqual([ids.expensive, ids.cheap, ids.free])
    expect(await order('title')).toEqual([ids.free, ids.cheap, ids.expensive])
    expect(await favoritesPage(context)).toMatchObject({ sum: 1000, ownedIds: [], total: 3 })
    await claimMaterial(context, ids.free)
    expect((await favoritesPage(context)).ownedIds).toEqual([ids.free])
  })

  test('a stranger puts the whole list into the cart, twice without harm', async () => {
    const stranger = createClient(app.base)
    await remember(stranger, [ids.cheap, ids.expensive])
    for (const _ of [1, 2]) {
      const answer = await stranger.submit(page, { intent: 'favorites-to-cart' })
      expect([answer.status, answer.headers.location]).toEqual([303, url('cart', { world: 'de' })])
    }
    const cart = await stranger.api('GET', '/v1/cart/view?world=de')
    expect(cart.text).toContain('Zeitformen')
    expect(cart.text).toContain('Brüche')
    stranger.close()
  })

  test('an empty list, and one with nothing to buy, say so', async () => {
    const stranger = createClient(app.base)
    expect((await stranger.submit(page, { intent: 'favorites-to-cart' })).status).toBe(422)
    await remember(seller.client, [ids.cheap])
    expect((await seller.client.submit(page, { intent: 'favorites-to-cart' })).status).toBe(422)
    expect((await favoritesPage(asMember(seller))).sum).toBe(0)
    stranger.close()
  })
})
