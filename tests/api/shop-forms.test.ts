import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageLocals } from '#platform/http/page/locals.ts'
import { url } from '#platform/routing/url.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

/** What the pages of cart and payment are shown with again after a post that did not go through. */

let app: TestApp
let seller: Person
let buyer: Person
let expensive: number
let shown: Partial<PageLocals> = {}

beforeAll(async () => {
  app = await openTestApp({
    renderPage: async (_path, locals) => {
      shown = locals as PageLocals
      return new Response('<!doctype html><title>t</title>', { headers: { 'Content-Type': 'text/html' } })
    },
  })
  seller = await member(app, 'seller', { isSeller: true })
  buyer = await member(app, 'buyer')
  expensive = await materialRow(app, { authorId: seller.id, price: 500 })
  await buyer.client.api('POST', '/v1/cart/items', { materialId: expensive })
})
afterAll(() => app.close())
beforeEach(() => {
  shown = {}
})

const pay = {
  intent: 'pay',
  country: 'DE',
  expectedTotal: '500',
  expectedCredits: '0',
  consentImmediate: '1',
  consentWaiver: '1',
}

describe('the payment form', () => {
  test('of a sum that is no longer true: the new one is among the values', async () => {
    const answer = await buyer.client.submit('/de/zahlung', { ...pay, expectedTotal: '400' })
    expect(answer.status).toBe(409)
    expect(shown.form).toMatchObject({
      ...{ problem: 'conflict', intent: 'pay' },
      values: { country: 'DE', consentImmediate: '1', expectedTotal: '500' },
    })
  })

  test('without a tick: each is named, the other stays', async () => {
    const { consentWaiver: _, ...rest } = pay
    const answer = await buyer.client.submit('/de/zahlung', rest)
    expect(answer.status).toBe(422)
    expect(shown.form).toMatchObject({ problem: 'consent_missing', fields: { consentWaiver: 'required' } })
    expect(shown.form?.values).toMatchObject({ consentImmediate: '1' })
    expect(shown.form?.values).not.toHaveProperty('consentWaiver')
  })

  test.each(['', '5.00', '1e3', '-1', '2147483648', 'x'])('of a sum that is none: "%s"', async (text) => {
    const answer = await buyer.client.submit('/de/zahlung', { ...pay, expectedTotal: text })
    expect(answer.status).toBe(422)
    expect(shown.form).toMatchObject({ problem: 'invalid_input', intent: 'pay' })
    expect(Object.keys(shown.form?.fields ?? {})).toEqual(['expectedTotal'])
  })

  test('of somebody whose session ended: the login, and back to the payment', async () => {
    const answer = await createClient(app.base).submit('/de/zahlung', pay)
    expect([answer.status, answer.headers.location]).toEqual([303, '/de/login?ended=1&next=%2Fde%2Fzahlung'])
  })

  test('asked for another country is shown again with all that was chosen', async () => {
    const choose = { ...pay, intent: 'choose-country', country: 'AT' }
    const answer = await buyer.client.submit('/de/zahlung', choose)
    expect(answer.status).toBe(200)
    expect(shown.typed).toMatchObject({ country: 'AT', consentImmediate: '1' })
    expect((await buyer.client.submit('/de/zahlung', { intent: 'choose-country' })).status).toBe(200)
  })
})

describe('the cart page', () => {
  test.each<Record<string, string>>([{}, { intent: 'pay' }, { intent: '__proto__' }])(
    'knows no post with %j',
    async (values) => {
      const answer = await buyer.client.submit('/de/warenkorb', { ...values, materialId: String(expensive) })
      expect(answer.status).toBe(400)
    },
  )

  test('refuses what is one’s own and says so', async () => {
    const post = (materialId: number, intent = 'add-to-cart') =>
      seller.client.submit('/de/warenkorb', { intent, materialId: String(materialId) })
    expect((await post(expensive)).status).toBe(409)
    expect(shown.form).toMatchObject({ problem: 'own_material', intent: 'add-to-cart' })
    const claim = { intent: 'claim-free-material' }
    expect((await seller.client.submit(`/de/material/${expensive}/x`, claim)).status).toBe(409)
    expect(shown.form).toMatchObject({ problem: 'own_material', intent: 'claim-free-material' })
  })

  test('a stranger who claims a free material is shown how to get it, beside the material', async () => {
    const page = `/de/material/${expensive}/x`
    const answer = await createClient(app.base).submit(page, { intent: 'claim-free-material' })
    expect([answer.status, answer.headers.location]).toEqual([303, `${page}#free-ways`])
  })

  test('a material that costs something is not claimed', async () => {
    const claim = { intent: 'claim-free-material' }
    expect((await buyer.client.submit(`/de/material/${expensive}/x`, claim)).status).toBe(409)
    expect(shown.form).toMatchObject({ problem: 'conflict', intent: 'claim-free-material' })
  })
})

describe('a form sent by the script of its page', () => {
  const scripted = (client: Person['client'], path: string, fields: Record<string, string>) =>
    client.send({
      method: 'POST',
      path,
      headers: {
        ...{ Origin: app.base, 'Sec-Fetch-Site': 'same-origin', 'x-scripted-form': '1' },
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields).toString(),
    })

  test('is told where to go, with the cookies that come with it', async () => {
    const client = createClient(app.base)
    const fields = { intent: 'add-to-cart', materialId: String(expensive) }
    const answer = await scripted(client, '/de/warenkorb', fields)
    expect([answer.status, answer.json()]).toEqual([200, { redirect: '/de/warenkorb' }])
    expect(client.cookies.has('c_t')).toBe(true)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('gets its page again when it is refused', async () => {
    const answer = await scripted(buyer.client, '/de/zahlung', { ...pay, country: 'XX' })
    expect([answer.status, answer.headers['content-type']]).toEqual([422, 'text/html; charset=utf-8'])
    expect(shown.form?.fields).toEqual({ country: 'invalid' })
  })

  test('is told a code where there is no page to mend it', async () => {
    const answer = await scripted(buyer.client, '/de/warenkorb', { intent: 'nothing' })
    expect([answer.status, answer.json()]).toEqual([400, { error: { code: 'malformed_request' } }])
    const private_ = await scripted(createClient(app.base), '/de/konto', { intent: 'log-out' })
    expect(private_.headers['content-type']).toContain('application/json')
  })

  test('all that is wrong is said at once', async () => {
    const { consentWaiver: _, ...rest } = pay
    await scripted(buyer.client, '/de/zahlung', { ...rest, country: 'XX' })
    expect(shown.form?.fields).toEqual({ country: 'invalid', consentWaiver: 'required' })
  })
})

describe('a report', () => {
  const page = () => url('material', { world: 'de', id: expensive, slug: 'x' })
  const post = { reason: 'other', text: 'Auf Seite drei fehlt eine Quelle.', goodFaith: '1' }

  test.each([
    ['nothing at all', {}, ['email', 'goodFaith', 'name', 'reason', 'text']],
    ['all but who it is', post, ['email', 'name']],
    ['blanks for words', { ...post, text: ' '.repeat(40), name: 'Otto' }, ['email', 'text']],
    ['no reason', { ...post, reason: '', name: 'Otto', email: 'otto@example.org' }, ['reason']],
  ])('of a stranger with %s: each missing part is named at once', async (_, fields, missing) => {
    const answer = await createClient(app.base).submit(page(), { intent: 'report-material', ...fields })
    expect([answer.status, shown.form?.intent]).toEqual([422, 'report-material'])
    expect(Object.keys(shown.form?.fields ?? {}).toSorted()).toEqual(missing)
  })

  test('of a member need not say who it is', async () => {
    await buyer.client.submit(page(), { intent: 'report-material' })
    expect(Object.keys(shown.form?.fields ?? {}).toSorted()).toEqual(['goodFaith', 'reason', 'text'])
  })
})
