import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import { linkToken } from '#platform/http/access/link-token.ts'
import { url } from '#platform/routing/url.ts'
import { mailRatingRequests } from '#shop/community/feedback/server/reviews/rating-mail.ts'
import { ratingPage } from '#shop/community/feedback/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, send } from '../support/http-client.ts'

let app: TestApp
let seller: Person
let buyer: Person
let first: number
let second: number

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  buyer = await member(app, 'buyer')
  first = await materialRow(app, { authorId: seller.id, title: 'Brüche addieren' })
  second = await materialRow(app, { authorId: seller.id, title: 'Igel im Herbst' })
})
afterAll(() => app.close())
beforeEach(async () => {
  const { db } = app.deps
  for (const table of [
    'review',
    'rating_request',
    'entitlement',
    'order_item',
    'purchase_order',
    'mail',
  ] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('mail_recipient').execute()
  await asksFor(buyer)
})

/** Switches these mails on: nobody gets them unasked. */
async function asksFor(person: Person): Promise<void> {
  await person.client.submit(url('mail-settings', { world: 'de' }), {
    ...{ intent: 'set-mails', isOn: '1', partition: 'ratings' },
  })
}

let orders = 0

/** An order as it is after payment. */
async function paid(
  days: number,
  materialIds: number[],
  { total = 390, by = buyer.id } = {},
): Promise<number> {
  const { db } = app.deps
  const at = new Date(Date.now() - days * 86_400_000)
  const order = await db
    .insertInto('purchase_order')
    .values({
      ...{
        world: 'de',
        reference: randomUUID(),
        number: `DE-2026-${orders++}`,
        account_id: by,
        status: 'paid',
      },
      ...{ currency: 'EUR', total_cents: total, tax_cents: 0, tax_rate_bp: 1900, country: 'DE', paid_at: at },
      ...{ consent_text_version: '1', consent_immediate_at: at, consent_waiver_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const materialId of materialIds) {
    await db
      .insertInto('order_item')
      .values({
        ...{ world: 'de', order_id: order.id, material_id: materialId, author_id: seller.id, title: 'x' },
        ...{
          original_price_cents: total,
          price_cents: total,
          tax_cents: 0,
          author_share_bp: 0,
          author_share_cents: 0,
        },
      })
      .execute()
    await db
      .insertInto('entitlement')
      .values({ world: 'de', account_id: by, material_id: materialId, order_id: order.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return order.id
}

async function mails() {
  return await app.deps.db
    .selectFrom('mail')
    .select(['recipient', 'text', 'unsubscribe_url'])
    .where('template', '=', 'rating-request')
    .execute()
}

async function asked(): Promise<string> {
  await mailRatingRequests(app.deps)
  const [mail] = await mails()
  return new URL(/https?:\S+\/bewertung\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none/').pathname
}

const rate = (path: string, materialId: number, values: Record<string, string> = {}) =>
  createClient(app.base).submit(path, {
    ...{ intent: 'write-review', materialId: String(materialId), rating: '4', text: 'Klar aufgebaut.' },
    ...values,
  })

const reviews = async () =>
  await app.deps.db.selectFrom('review').select(['account_id', 'material_id', 'rating', 'text']).execute()

describe('the request', () => {
  test('comes once an order, some days after it was paid, for what is not rated', async () => {
    await paid(8, [first, second])
    await buyer.client.api('PUT', `/v1/materials/${second}/review`, { rating: 5, text: '' })
    await mailRatingRequests(app.deps)
    await mailRatingRequests(app.deps)
    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient)).toEqual([buyer.email])
    expect(sent[0]?.text).toContain('• Brüche addieren')
    expect(sent[0]?.text).not.toContain('Igel im Herbst')
    expect(sent[0]?.unsubscribe_url).toContain('/de/abmelden/ratings/')
  })

  test('does not come too early, long afterwards, for what was free, or when all is rated', async () => {
    await paid(6, [first])
    await paid(30, [first])
    await paid(8, [first], { total: 0 })
    await mailRatingRequests(app.deps)
    expect(await mails()).toEqual([])
    await paid(8, [first])
    await buyer.client.api('PUT', `/v1/materials/${first}/review`, { rating: 5, text: '' })
    await mailRatingRequests(app.deps)
    expect(await mails()).toEqual([])
  })

  test('does not come to who never asked for such mails', async () => {
    await app.deps.db.deleteFrom('mail_consent').execute()
    await paid(8, [first])
    await mailRatingRequests(app.deps)
    expect(await mails()).toEqual([])
  })

  test('does not come to who left such mails, nor at all where it is switched off', async () => {
    await buyer.client.submit(url('mail-settings', { world: 'de' }), {
      intent: 'set-mails',
      isOn: '0',
      partition: 'ratings',
    })
    await paid(8, [first])
    await mailRatingRequests(app.deps)
    expect(await mails()).toEqual([])
    await buyer.client.submit(url('mail-settings', { world: 'de' }), {
      intent: 'set-mails',
      isOn: '1',
      partition: 'ratings',
    })
    await paid(8, [first])
    await mailRatingRequests({ ...app.deps, env: { ...app.deps.env, ratingMailDays: 0 } })
    expect(await mails()).toEqual([])
  })
})

describe('the page of its link', () => {
  test('rates, rates again and takes back as the buyer, without a login', async () => {
    await paid(8, [first])
    const path = await asked()
    const done = await rate(path, first)
    expect([done.status, done.headers.location]).toEqual([303, `${path}#review-saved`])
    expect((await rate(path, first, { rating: '2' })).status).toBe(303)
    expect(await reviews()).toEqual([
      { account_id: buyer.id, material_id: first, rating: 2, text: 'Klar aufgebaut.' },
    ])
    const stranger = strangerContext(app.deps, 'de')
    const page = await ratingPage(stranger, path.split('/').at(-1) ?? '')
    expect(page.materials.map(({ id }) => id)).toEqual([first])
    expect(page.reviews.get(first)?.rating).toBe(2)
    expect((await rate(path, first, { intent: 'delete-review' })).headers.location).toBe(
      `${path}#review-gone`,
    )
    expect(await reviews()).toEqual([])
  })

  test('opens no session', async () => {
    await paid(8, [first])
    const client = createClient(app.base)
    await client.submit(await asked(), {
      ...{ intent: 'write-review', materialId: String(first), rating: '5', text: '' },
    })
    expect((await client.get(url('mail-settings', { world: 'de' }))).status).toBe(303)
  })

  test('keeps to its order: no other material, no stars, no foreign page', async () => {
    await paid(8, [first])
    await paid(1, [second])
    const path = await asked()
    expect((await rate(path, second)).status).toBe(404)
    for (const rating of ['', '0', '6', '1e3', 'x'])
      expect((await rate(path, first, { rating })).status).toBe(422)
    const foreign = await send(app.base, {
      ...{ method: 'POST', path, body: `intent=write-review&materialId=${first}&rating=1` },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    expect(await reviews()).toEqual([])
  })

  test('is over when the link is forged, old, of another world or purpose, or the account is locked', async () => {
    const id = await paid(8, [first])
    const path = await asked()
    const token = path.split('/').at(-1) ?? ''
    const { env, db } = app.deps
    const wrong = [
      path.replace(/.$/, path.endsWith('A') ? 'B' : 'A'),
      url('rating-email', { world: 'es', token }),
      ...[
        linkToken(env, { purpose: 'rate', world: 'de', id, days: -1 }),
        linkToken(env, { purpose: 'recommendation', world: 'de', id, days: 1 }),
        linkToken(env, { purpose: 'rate', world: 'de', id: 999_999, days: 1 }),
      ].map((each) => url('rating-email', { world: 'de', token: each })),
    ]
    for (const each of wrong) expect([each, (await rate(each, first)).status]).toEqual([each, 410])
    await db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', buyer.id).execute()
    expect((await rate(path, first)).status).toBe(410)
    await db.updateTable('account').set({ disabled_at: null }).where('id', '=', buyer.id).execute()
    expect(await reviews()).toEqual([])
  })
})
