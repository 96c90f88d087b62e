import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#platform/context/context.ts'
import { linkToken } from '#platform/http/access/link-token.ts'
import { abandonedCart } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import { mailAbandonedCarts } from '#shop/buying/cart/server/saved/abandoned.ts'
import { restoreCart } from '#shop/buying/cart/server/saved/restoring.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'
import { sold } from '../support/till.ts'

/** The one mail about a forgotten cart: only to who asked, once, and its link. */

let app: TestApp
let seller: Person
let material: number
let names = 0

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  material = await materialRow(app, { authorId: seller.id, price: 390, title: 'Igel im Herbst' })
})
afterAll(() => app.close())

const settings = { intent: 'set-mails', partition: 'abandoned-cart' }

/** A member whose cart was touched last so many hours ago. */
async function forgetful(hours: number, { asks = true } = {}): Promise<Person> {
  names += 1
  const person = await member(app, `forgetful-${names}`)
  if (asks) await person.client.submit(url('mail-settings', { world: 'de' }), { ...settings, isOn: '1' })
  await person.client.api('POST', '/v1/cart/items', { materialId: material })
  await left(person, hours)
  return person
}

async function left({ id }: Person, hours: number): Promise<void> {
  await sql`update cart_item set added_at = now() - make_interval(hours => ${hours}),
    chosen_at = now() - make_interval(hours => ${hours})
    where cart_id in (select id from cart where account_id = ${id})`.execute(app.deps.db)
}

async function mailsTo({ email }: Person): Promise<{ text: string; unsubscribe_url: string | null }[]> {
  await mailAbandonedCarts(app.deps)
  return await app.deps.db
    .selectFrom('mail')
    .select(['text', 'unsubscribe_url'])
    .where('template', '=', 'abandoned-cart')
    .where('recipient', '=', email)
    .execute()
}

describe('the mail', () => {
  test('comes once, to who asked for it, after a day', async () => {
    const person = await forgetful(abandonedCart.afterHours + 1)
    const [mail, ...more] = await mailsTo(person)
    expect(more).toEqual([])
    expect(mail?.text).toContain('Igel im Herbst')
    expect(mail?.unsubscribe_url).toContain('abandoned-cart')
    expect(await mailsTo(person)).toHaveLength(1)
    await left(person, abandonedCart.afterHours + 2)
    expect(await mailsTo(person)).toHaveLength(1)
  })

  test.each([
    ['nobody asked for', () => forgetful(30, { asks: false })],
    ['that was changed a moment ago', () => forgetful(abandonedCart.afterHours - 1)],
    ['of last week', () => forgetful(abandonedCart.atMostHours + 1)],
  ])('never about a cart %s', async (_which, open) => {
    expect(await mailsTo(await open())).toEqual([])
  })

  test('not to who changed their mind, nor about what was bought or is gone', async () => {
    const changed = await forgetful(30)
    await changed.client.submit(url('mail-settings', { world: 'de' }), { ...settings, isOn: '0' })
    expect(await mailsTo(changed)).toEqual([])
    const bought = await forgetful(30)
    await bought.client.api('DELETE', `/v1/cart/items/${material}`)
    await sold(app, { sellers: [seller], prices: [500], buyer: bought })
    expect(await mailsTo(bought)).toEqual([])
  })
})

describe('its link', () => {
  function context(cartToken?: string): Context {
    const visitor = { kind: 'anonymous', anonymousId: undefined } as const
    return {
      ...app.deps,
      world: 'de',
      visitor,
      requestId: 'test',
      rateClient: { network: 'test' },
      cartToken,
    }
  }
  async function tokenOf({ id }: Person, days = 1): Promise<string> {
    const cart = await app.deps.db
      .selectFrom('cart')
      .select('id')
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    return linkToken(app.deps.env, { purpose: 'abandoned-cart', world: 'de', id: cart.id, days })
  }

  test('fills the cart of a browser without a login, once however often it is opened', async () => {
    const person = await forgetful(30)
    const token = await tokenOf(person)
    const first = await restoreCart(context(), token)
    expect(first).toMatchObject({ count: 1, token: expect.any(String) })
    const again = await restoreCart(context(first?.token ?? ''), token)
    expect(again).toMatchObject({ count: 1, token: first?.token })
    const stranger = createClient(app.base)
    const answer = await stranger.api('GET', '/v1/cart/view', undefined, {
      'X-Cart-Token': first?.token ?? '',
    })
    const { cart } = answer.json<{ items: { cart: Cart } }>().items
    expect(cart.cartItems.map((item) => item.material.id)).toEqual([material])
  })

  test.each(['forged', 'old', 'of another purpose'])('%s: changes nothing', async (which) => {
    const person = await forgetful(30)
    const old = await tokenOf(person, -1)
    const other = linkToken(app.deps.env, { purpose: 'rate', world: 'de', id: 1, days: 1 })
    const token = which === 'forged' ? `${old.slice(0, -1)}x` : which === 'old' ? old : other
    expect(await restoreCart(context(), token)).toBeUndefined()
  })
})
