import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Statistics } from '#shop/selling/statistics/rules/contract.ts'
import { sumUp } from '#shop/selling/statistics/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'
import { sold } from '../support/till.ts'

/** What authors learn from their numbers: every view counts once, nobody is known by it. */

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let app: TestApp
let author: Person
let fractions: number

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'charts-author', { isSeller: true })
  fractions = await materialRow(app, { authorId: author.id, title: 'Brüche addieren' })
  await app.deps.db
    .insertInto('search_word')
    .values([
      { world: 'de', word: 'bruche', form: 'Brüche' },
      { world: 'de', word: 'addieren', form: 'addieren' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})
afterAll(() => app.close())

function look(id: number, headers: Record<string, string> = {}) {
  const path = `/de/material/${id}/brueche-addieren`
  return send(app.base, { path, headers: { 'User-Agent': browser, ...headers } })
}

async function numbersOf(person: Person, query = ''): Promise<Statistics> {
  const answer = await person.client.api('GET', `/v1/statistics?world=de${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Statistics>()
}

describe('views', () => {
  test('pages from the cache and answers without a body count, programs and what is fetched ahead do not', async () => {
    const first = await look(fractions)
    expect(first.status).toBe(200)
    await look(fractions)
    expect((await look(fractions, { 'If-None-Match': String(first.headers.etag) })).status).toBe(304)
    await look(fractions, {
      'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    })
    await look(fractions, { 'User-Agent': 'curl/8.5.0' })
    await look(fractions, { 'Sec-Purpose': 'prefetch;prerender' })
    await look(999_999)
    const { totals, days, materials } = await numbersOf(author)
    expect(totals.views).toBe(3)
    expect(days.map(({ views }) => views)).toEqual([3])
    expect(materials).toMatchObject([{ materialId: fractions, title: 'Brüche addieren', views: 3 }])
  })

  test('where they came from is a kind of place; of a search only words of the catalogue stay', async () => {
    const other = await materialRow(app, { authorId: author.id, title: 'Winkel' })
    const from = (referer: string) => look(other, { Referer: referer })
    await from(`${app.deps.env.siteUrl}/de/suchergebnisse?query=Br%C3%BCche%20addieren%20Lena%20Musterfrau`)
    await from(`${app.deps.env.siteUrl}/de/suchergebnisse?query=lena.musterfrau%40schule.example`)
    await from('https://www.google.de/')
    await from('https://www.pinterest.de/pin/1')
    await from('https://blog.example/lena')
    await from('no address')
    const { sources, terms } = await numbersOf(author, `&materialId=${other}`)
    expect(Object.fromEntries(sources.map(({ name, views }) => [name, views]))).toEqual({
      search: 2,
      engine: 1,
      social: 1,
      elsewhere: 1,
      direct: 1,
    })
    expect(terms).toEqual([{ name: 'brüche addieren', views: 1, before: 0 }])
    const { rows } = await sql<{ text: string }>`
      select name as text from statistic_origin where name ilike '%lena%'`.execute(app.deps.db)
    expect(rows).toEqual([])
  })
})

describe('sales', () => {
  test('money, carts, downloads, buyers who came back and refunds are counted, each once', async () => {
    const seller = await member(app, 'charts-seller', { isSeller: true })
    const one = await sold(app, { sellers: [seller], prices: [1000] })
    const { buyer } = one
    await sold(app, { sellers: [seller], prices: [500], buyer })
    const { totals } = await numbersOf(seller)
    expect(totals).toMatchObject({ sales: 2, gross: 1500, cartAdds: 2, buyers: 2, returningBuyers: 1 })
    const [booked] = (
      await sql<{ cents: number }>`
        select sum(author_share_cents)::int as cents from order_item where author_id = ${seller.id}`.execute(
        app.deps.db,
      )
    ).rows
    expect(totals.share).toBe(booked?.cents)
    await Promise.all([sumUp(app.deps.db), sumUp(app.deps.db), sumUp(app.deps.db)])
    expect((await numbersOf(seller)).totals).toEqual(totals)
  })

  test('who follows is counted, and who stops', async () => {
    const [fan, fickle] = [await member(app, 'charts-fan'), await member(app, 'charts-fickle')]
    const payload = { subjectId: author.id, subjectType: 'author', world: 'de' }
    for (const person of [fan, fickle])
      await person.client.api('POST', '/v3/subscriptions/subscribe', payload)
    await fickle.client.api('POST', '/v3/subscriptions/unsubscribe', payload)
    const { totals, followers } = await numbersOf(author)
    expect([totals.follows, totals.unfollows, followers]).toEqual([2, 1, 1])
  })
})

describe('whose numbers', () => {
  test('others see nothing of them, and a wrong wish is said', async () => {
    const other = await member(app, 'charts-other', { isSeller: true })
    expect((await numbersOf(other)).totals.views).toBe(0)
    const status = async (person: Person, query: string) =>
      (await person.client.api('GET', `/v1/statistics?world=de&${query}`)).status
    expect(await status(other, `materialId=${fractions}`)).toBe(404)
    expect(await status(await member(app, 'charts-buyer'), '')).toBe(403)
    expect(await status(other, 'days=13')).toBe(422)
  })
})

describe('the list of sales', () => {
  test('is narrowed down by days, material and country, and so is its file', async () => {
    const seller = await member(app, 'charts-list', { isSeller: true })
    const first = await sold(app, { sellers: [seller], prices: [1000, 500] })
    await sold(app, { sellers: [seller], prices: [700], body: { country: 'AT' } })
    await sql`update purchase_order set paid_at = '2026-03-31T22:30:00Z' where id = ${first.orderId}`.execute(
      app.deps.db,
    )
    const list = async (query: string) => {
      const answer = await seller.client.api('GET', `/v1/sales?world=de&${query}`)
      expect(answer.status, answer.text).toBe(200)
      const { sales, totals } = answer.json<{ sales: { price: number }[]; totals: { gross: number }[] }>()
      return { prices: sales.map(({ price }) => price).toSorted(), gross: totals[0]?.gross ?? 0 }
    }
    // Half past midnight of the first of April in Berlin.
    expect(await list('from=2026-04-01&to=2026-04-01')).toEqual({ prices: [1000, 500], gross: 1500 })
    expect(await list('to=2026-03-31')).toEqual({ prices: [], gross: 0 })
    expect(await list(`materialId=${first.materialIds[1]}`)).toEqual({ prices: [500], gross: 500 })
    expect(await list('country=AT')).toEqual({ prices: [700], gross: 700 })
    const file = await seller.client.api('GET', '/v1/sales/file?world=de&country=AT')
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = file.text.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/;"AT";"7,00";"0,00";"\d,\d\d";"EUR"$/)
    for (const query of ['from=yesterday', 'country=Austria', 'to=2026-02-30'])
      expect((await seller.client.api('GET', `/v1/sales?world=de&${query}`)).status).toBe(422)
  })

  test('is by date whatever the order of the orders, page by page, with sums of each month and of all', async () => {
    const seller = await member(app, 'charts-months', { isSeller: true })
    const later = await sold(app, { sellers: [seller], prices: Array.from({ length: 20 }, () => 100) })
    const earlier = await sold(app, { sellers: [seller], prices: [900, 800, 700, 600, 500, 400] })
    const paid = async (orderId: number, at: string) =>
      await sql`update purchase_order set paid_at = ${at} where id = ${orderId}`.execute(app.deps.db)
    await paid(later.orderId, '2026-03-31T22:30:00.123456Z')
    await paid(earlier.orderId, '2026-03-31T21:30:00Z')
    const page = async (query: string) =>
      (await seller.client.api('GET', `/v1/sales?world=de${query}`)).json<{
        sales: { price: number }[]
        nextCursor: string | null
        totals: { count: number; gross: number }[]
        months: { month: string; count: number; gross: number }[]
      }>()
    const first = await page('')
    const second = await page(`&after=${first.nextCursor}`)
    expect([first.sales.length, second.sales.length, second.nextCursor]).toEqual([24, 2, null])
    const prices = [...first.sales, ...second.sales].map(({ price }) => price)
    expect(prices.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 100))
    expect(prices.slice(20).toSorted()).toEqual([400, 500, 600, 700, 800, 900])
    for (const { totals, months } of [first, second]) {
      expect(totals).toMatchObject([{ count: 26, gross: 5900 }])
      expect(months).toMatchObject([
        { month: '2026-04', count: 20, gross: 2000 },
        { month: '2026-03', count: 6, gross: 3900 },
      ])
    }
    expect((await page('&to=2026-03-31')).months).toMatchObject([{ month: '2026-03', count: 6 }])
  })
})
