import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { readCsv, unmarked, writeCsv } from '#platform/rules/files/csv.ts'
import type {
  BulkPlan,
  BulkResult,
  ImportResult,
  PriceRecommendation,
} from '#shop/selling/materials/rules/bulk-contract.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { sold } from '../support/till.ts'

/** Many listings at once: what goes wrong with one stops none of the others, and each says why. */

let app: TestApp
let author: Person
let stranger: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'bulk-author', { isSeller: true })
  stranger = await member(app, 'bulk-stranger', { isSeller: true })
})
afterAll(() => app.close())

async function call(path: string, body: object, person = author): Promise<BulkResult> {
  const answer = await person.client.api('POST', `/v3/sales/${path}?world=de`, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<BulkResult>()
}

async function row(title: string, more: { price?: number; authorId?: number } = {}): Promise<number> {
  const id = await materialRow(app, { authorId: author.id, title, status: 'draft', ...more })
  const [type] = app.deps.taxonomy.terms('de', 'material_type')
  await app.deps.db
    .updateTable('material')
    .set({ material_type: type?.id ?? '' })
    .where('id', '=', id)
    .execute()
  return id
}

async function stored(id: number) {
  return app.deps.db.selectFrom('material').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function importTable(text: string | Buffer, person = author, { dryRun = false } = {}) {
  const boundary = 'a-table'
  const dry = `--${boundary}\r\nContent-Disposition: form-data; name="dryRun"\r\n\r\n1\r\n`
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="table.csv"\r\nContent-Type: text/csv\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${dryRun ? dry : ''}${head}`),
    Buffer.from(text),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return person.client.api('POST', '/v3/sales/import?world=de', body, {
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
  })
}

describe('many at once', () => {
  test('deletes own listings; foreign, unknown and deleted ones are skipped with the reason', async () => {
    const [one, two] = [await row('Eins'), await row('Zwei')]
    const foreign = await materialRow(app, { authorId: stranger.id, title: 'Fremd' })
    const { done, skipped } = await call('bulk-delete', { ids: [one, two, two, foreign, 999_999] })
    expect(done.map(({ id, title }) => [id, title])).toEqual([
      [one, 'Eins'],
      [two, 'Zwei'],
    ])
    expect(skipped.map(({ id, code, title }) => [id, code, title])).toEqual([
      [foreign, 'not_found', ''],
      [999_999, 'not_found', ''],
    ])
    expect([(await stored(one)).status, (await stored(foreign)).status]).toEqual(['deleted', 'published'])
    expect((await call('bulk-delete', { ids: [one] })).skipped).toHaveLength(1)
  })

  test('prices change by percent or to one price; what is free stays free, an offer above its price ends', async () => {
    const [paid, free, offered] = [
      await row('Eins A', { price: 333 }),
      await row('Zwei B', { price: 0 }),
      await row('Drei C'),
    ]
    expect((await call('bulk-sale', { ids: [offered], discount: 20 })).done).toHaveLength(1)
    expect((await stored(offered)).sale_price_cents).toBe(312)
    await call('bulk-price', { ids: [paid, free, offered], change: { kind: 'percent', percent: -50 } })
    expect(
      await Promise.all([paid, free, offered].map(async (id) => (await stored(id)).price_cents)),
    ).toEqual([167, 0, 195])
    expect((await stored(offered)).sale_price_cents).toBeNull()
    const { skipped } = await call('bulk-price', { ids: [paid], change: { kind: 'set', cents: 49 } })
    expect(skipped).toMatchObject([{ code: 'invalid_input', fields: { price: 'invalid' } }])
    expect((await stored(paid)).price_cents).toBe(167)
  })

  test('keywords are added and taken away; what cannot be published says what is missing', async () => {
    const id = await row('Winkel messen')
    const added = { ids: [id], addKeywords: ['Winkel', 'Geodreieck'] }
    expect((await call('bulk-edit', added)).skipped).toEqual([])
    await call('bulk-edit', { ids: [id], addKeywords: ['Geometrie'], removeKeywords: ['winkel'] })
    expect((await stored(id)).keywords).toEqual(['Geodreieck', 'Geometrie'])
    const { skipped } = await call('bulk-publish', { ids: [id] })
    expect(skipped[0]?.fields).toMatchObject({ files: 'required', subjects: 'required' })
  })

  test('the form asks for percents and for keywords in one line, and does the same', async () => {
    const [one, two] = [await row('Per Formular', { price: 200 }), await row('Zwei Wörter', { price: 400 })]
    const post = async (intent: string, more: [string, string][], person = author) =>
      (
        await person.client.submit(url('cabinet-sales', { world: 'de' }), [
          ...[one, two].map((id): [string, string] => ['ids', String(id)]),
          ['intent', intent],
          ...more,
        ])
      ).status
    expect(await post('bulk-percent', [['percent', '10']])).toBe(200)
    expect([(await stored(one)).price_cents, (await stored(two)).price_cents]).toEqual([220, 440])
    for (const percent of ['', '301', '-91', '1.5', 'x'])
      expect([percent, await post('bulk-percent', [['percent', percent]])]).toEqual([percent, 422])
    expect(await post('bulk-keywords', [['keywords', ' Kreis, Winkel;;Kreis ']])).toBe(200)
    expect((await stored(two)).keywords).toEqual(['Kreis', 'Winkel'])
    expect(await post('bulk-keywords', [['keywords', 'a'.repeat(801)]])).toBe(422)
    await post('bulk-percent', [['percent', '10']], stranger)
    expect((await stored(one)).price_cents).toBe(220)
  })

  test('a plan says what would be, and the prices before are put back', async () => {
    const [paid, offered] = [await row('Plan A', { price: 200 }), await row('Plan B', { price: 400 })]
    const ids = [paid, offered]
    await call('bulk-sale', { ids: [offered], discount: 50 })
    const planned = await author.client.api('POST', '/v3/sales/bulk-plan?world=de', {
      ...{ ids: [...ids, 999_999], kind: 'percent', percent: -50 },
    })
    expect(planned.status, planned.text).toBe(200)
    const { lines } = planned.json<BulkPlan>()
    expect(lines.find(({ id }) => id === paid)).toMatchObject({ from: { price: 200 }, to: { price: 100 } })
    expect(lines.find(({ id }) => id === offered)).toMatchObject({
      ...{ from: { price: 400, salePrice: 200 }, to: { price: 200, salePrice: null } },
    })
    expect(lines).toHaveLength(2)
    expect((await stored(paid)).price_cents).toBe(200)
    const { done } = await call('bulk-price', { ids, change: { kind: 'percent', percent: -50 } })
    expect((await stored(paid)).price_cents).toBe(100)
    const prices = done.map(({ id, before }) => ({ id, ...before }))
    const page = url('cabinet-sales', { world: 'de' })
    const restore = (person: Person, text: string) =>
      person.client.submit(page, { intent: 'bulk-restore', prices: text })
    await restore(stranger, JSON.stringify(prices))
    expect((await stored(paid)).price_cents).toBe(100)
    expect((await restore(author, '[{"id":1}]')).status).toBe(422)
    expect((await restore(author, JSON.stringify(prices))).status).toBe(200)
    expect(await stored(paid)).toMatchObject({ price_cents: 200 })
    expect(await stored(offered)).toMatchObject({ price_cents: 400, sale_price_cents: 200 })
  })

  test('the page asks before it deletes many, and names how many', async () => {
    const ids = [await row('Weg A'), await row('Weg B')]
    const asked = await author.client.submit(url('cabinet-sales', { world: 'de' }), [
      ...ids.map((id): [string, string] => ['ids', String(id)]),
      ['intent', 'bulk-ask-delete'],
    ])
    expect(asked.status, asked.text).toBe(200)
    expect((await stored(ids[0] ?? 0)).status).toBe('draft')
  })

  test('more than a hundred, none, and members who sell nothing are refused', async () => {
    const status = async (ids: number[], person = author) =>
      (await person.client.api('POST', '/v3/sales/bulk-delete?world=de', { ids })).status
    expect(await status(Array.from({ length: 101 }, (_, at) => at + 1))).toBe(422)
    expect(await status([])).toBe(422)
    expect(await status([1], await member(app, 'bulk-buyer'))).toBe(403)
  })
})

describe('a table of listings', () => {
  test('goes out and comes back the same; lines without an id are drafts; wrong lines say why', async () => {
    const seller = await member(app, 'bulk-table', { isSeller: true })
    const id = await materialRow(app, { authorId: seller.id, title: '=Brüche; "gemischt"', status: 'draft' })
    const out = await seller.client.api('GET', '/v3/sales/export?world=de')
    expect(out.status).toBe(200)
    const [head = [], first = []] = Array.from(readCsv(out.text), ({ cells }) => cells.map(unmarked))
    expect([first[0], first[2], first[4]]).toEqual([String(id), '=Brüche; "gemischt"', '3,90'])
    expect((await importTable(out.body, seller)).json<BulkResult>()).toMatchObject({
      done: [{ id, isNew: false }],
      skipped: [],
    })
    const lines = [
      ['id', 'title', 'price', 'subjects'],
      [String(id), 'Brüche gemischt', '4,50', 'Mathematik'],
      ['', 'Neu aus der Tabelle', '2', ''],
      ['', 'Zu teuer', '99999', ''],
      ['777777', 'Fremd', '1', ''],
      ['abc', 'Keine Nummer', '1', ''],
    ]
    const answer = await importTable(writeCsv(lines), seller)
    expect(answer.status, answer.text).toBe(200)
    const { done, skipped } = answer.json<BulkResult>()
    expect(done).toMatchObject([
      { id, title: 'Brüche gemischt', isNew: false },
      { title: 'Neu aus der Tabelle', isNew: true },
    ])
    expect(skipped.map(({ line, code }) => [line, code])).toEqual([
      [4, 'invalid_input'],
      [5, 'not_found'],
      [6, 'not_found'],
    ])
    expect(await stored(id)).toMatchObject({ price_cents: 450, title: 'Brüche gemischt' })
    expect((await stored(done[1]?.id ?? 0)).status).toBe('draft')
    expect(head).toContain('keywords')
  })

  test('shows what it would change, old and new, before anything is changed', async () => {
    const seller = await member(app, 'bulk-plan', { isSeller: true })
    const id = await row('Brüche', { authorId: seller.id })
    const table = writeCsv([
      ['id', 'title', 'price'],
      [String(id), 'Brüche kürzen', '4,50'],
      ['', 'Ganz neu', '2'],
      ['777777', 'Fremd', '1'],
    ])
    const plan = (await importTable(table, seller, { dryRun: true })).json<ImportResult>()
    expect(plan.done).toEqual([])
    expect(plan.planned).toMatchObject([
      {
        id,
        line: 2,
        title: 'Brüche',
        isNew: false,
        changes: [
          { column: 'title', from: 'Brüche', to: 'Brüche kürzen' },
          { column: 'price', to: '4,50' },
        ],
      },
      { id: null, line: 3, title: 'Ganz neu', isNew: true },
    ])
    expect(plan.skipped).toMatchObject([{ line: 4, code: 'not_found' }])
    expect((await stored(id)).title).toBe('Brüche')
    const same = (
      await importTable(
        writeCsv([
          ['id', 'title'],
          [String(id), 'Brüche'],
        ]),
        seller,
        { dryRun: true },
      )
    ).json<ImportResult>()
    expect(same.planned).toMatchObject([{ id, changes: [] }])
  })

  test('of an old spreadsheet is read; what is no table is refused', async () => {
    const latin = Buffer.from('title;price\r\nFrühling;1,50\r\n', 'latin1')
    expect((await importTable(latin)).json<BulkResult>().done).toMatchObject([{ title: 'Frühling' }])
    for (const text of ['', 'nothing of ours', 'title;price\r\n', '\0\0\0'])
      expect((await importTable(text)).status, JSON.stringify(text)).toBe(422)
    const long = `title\n${Array.from({ length: 201 }, (_, at) => `Titel ${at}`).join('\n')}`
    expect((await importTable(long)).status).toBe(422)
  })
})

describe('advice', () => {
  test('on a price comes from what others sold of the same kind, never from own sales', async () => {
    const kind = { subjects: ['mathematik'], grades: ['5'], materialType: 'arbeitsblatt' }
    const seller = await member(app, 'bulk-sold', { isSeller: true })
    const ask = async (person: Person) =>
      (
        await person.client.api('POST', '/v3/price-recommender?world=de', { ...kind, pages: 4 })
      ).json<PriceRecommendation>()
    expect(await ask(author)).toMatchObject({ confidence: 'low', n: 0, reasons: ['pages'], price: 109 })
    const { materialIds } = await sold(app, {
      sellers: [seller],
      prices: Array.from({ length: 9 }, () => 449),
    })
    await sql`update material set subjects = '{mathematik}', grades = '{5}', page_count = 4, material_type = 'arbeitsblatt'
      where id = any(${materialIds}::bigint[])`.execute(app.deps.db)
    expect(await ask(author)).toMatchObject({ confidence: 'medium', n: 9, price: 449, low: 449, high: 449 })
    expect(await ask(seller)).toMatchObject({ confidence: 'low' })
    const mine = await row('Meins')
    expect(
      (await stranger.client.api('POST', '/v3/price-recommender?world=de', { materialId: mine })).status,
    ).toBe(404)
  })

  test('on keywords leaves out what is there', async () => {
    const answer = await author.client.api('POST', '/v3/item-tags?world=de', {
      title: 'Brüche',
      keywords: ['x'],
    })
    expect(answer.json()).toEqual({ tags: [] })
  })
})
