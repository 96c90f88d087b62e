import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#platform/context/context.ts'
import { strangerContext } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import type { FavoritesList } from '#shop/buying/favorites/rules/contract.ts'
import { favoritesPage } from '#shop/buying/favorites/server/service.ts'
import { claimMaterial } from '#shop/money/orders/server/checkout/claim.ts'
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

describe('the list as its page asks for it again', () => {
  const address = '/v1/favorites?world=de'
  type Row = FavoritesList['items'][number]
  const idsOf = ({ items }: FavoritesList) => items.map(({ material }) => material.id)

  async function listOf(client: Person['client'], query = ''): Promise<FavoritesList> {
    const answer = await client.api('GET', `${address}${query}`)
    expect(answer.status).toBe(200)
    return answer.json<FavoritesList>()
  }

  test('says of each line whether it is owned and what it adds to the sum', async () => {
    const buyer = await member(app, 'reader')
    await remember(buyer.client, [ids.expensive, ids.free, ids.cheap])
    await claimMaterial(asMember(buyer), ids.free)
    const list = await listOf(buyer.client, '&sort=title')
    expect(list).toMatchObject({ sum: 1000, sort: 'title', total: 3, page: 1, pageCount: 1 })
    const facts = ({ material, isOwned, toPay }: Row) => [material.id, isOwned, toPay]
    expect(list.items.map(facts)).toEqual([
      [ids.free, true, 0],
      [ids.cheap, false, 100],
      [ids.expensive, false, 900],
    ])
    await remember(seller.client, [ids.cheap])
    expect((await listOf(seller.client)).items.map(facts)).toEqual([[ids.cheap, false, 0]])
  })

  test('of a folder, of the archive, and of all but the archive', async () => {
    const buyer = await member(app, 'sorter')
    await remember(buyer.client, [ids.cheap, ids.expensive])
    const made = await buyer.client.api('POST', '/v3/folders/create?world=de', {
      title: 'Montag',
      type: 'favorite',
    })
    const { id } = made.json<{ id: number }>()
    await buyer.client.api('POST', `/v3/folders/materials/${ids.cheap}/sync?world=de`, {
      folder_ids: [id],
      folder_type: 'favorite',
    })
    await buyer.client.api('POST', '/v3/folders/archive/add-by-query?world=de', {
      queryFilter: { ids: [ids.expensive] },
      type: 'favorite',
    })
    expect(idsOf(await listOf(buyer.client, `&folder=${id}`))).toEqual([ids.cheap])
    expect(idsOf(await listOf(buyer.client, '&folder=archive'))).toEqual([ids.expensive])
    expect(await listOf(buyer.client)).toMatchObject({ total: 1, sum: 1000 })
    // Somebody else's folder, and what is none, are the whole list: nothing is told about them.
    const other = await member(app, 'other')
    await remember(other.client, [ids.free])
    for (const folder of [String(id), '0', 'x', '99999999999999999999'])
      expect(idsOf(await listOf(other.client, `&folder=${folder}`))).toEqual([ids.free])
  })

  test('is a stranger’s, too, and knows its limits', async () => {
    const stranger = createClient(app.base)
    expect(await listOf(stranger)).toMatchObject({ items: [], total: 0, sum: 0 })
    await remember(stranger, [ids.cheap])
    expect(idsOf(await listOf(stranger, '&folder=1'))).toEqual([ids.cheap])
    expect(await listOf(stranger, '&page=100')).toMatchObject({ items: [], total: 1, page: 100 })
    for (const wrong of ['&sort=best', '&page=0', '&page=101', `&folder=${'1'.repeat(33)}`, '&folder=%00'])
      expect((await stranger.api('GET', `${address}${wrong}`)).status).toBe(422)
    stranger.close()
  })
})
