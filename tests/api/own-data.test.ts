import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectPictures } from '#exercises/units/server/assets/assets.ts'
import { features } from '#features'
import type { PersonalTable } from '#platform/context/personal-table.ts'
import { translator } from '#platform/i18n/translate.ts'
import { exportDays } from '#platform/limits.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { retention } from '#platform/rules/retention.ts'
import { eraseAccounts } from '#shop/people/privacy/server/erasing.ts'
import { makeExport } from '#shop/people/privacy/server/exporting.ts'
import { pagesOf } from '#shop/people/privacy/server/queries.ts'
import { namedColumns, readableName } from '#shop/people/privacy/server/readable.ts'
import { enforceRetention } from '#shop/people/privacy/server/retention.ts'
import { deleteFiles } from '#shop/selling/materials/server/files/files.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { multipart } from '../support/http-client.ts'
import { insertPersonalRow, rowsOfPerson } from '../support/personal-rows.ts'

/** A copy of everything, its erasure, and an end to keeping (GDPR 5, 15, 17, 20). */

let app: TestApp
let author: Person
let buyer: Person
let bystander: Person
let bought: number
let unbought: number

const personal = features.flatMap(({ personalData = [] }) => personalData)

/** Stands in everything the author writes: whatever still holds it after the erasure was forgotten. */
const mark = 'Quittenmus'

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, `${mark.toLowerCase()}-author`, { isSeller: true })
  buyer = await member(app, `${mark.toLowerCase()}-buyer`)
  bystander = await member(app, 'bystander', { isSeller: true })
  bought = await materialRow(app, { authorId: author.id, title: 'Brüche addieren' })
  unbought = await materialRow(app, { authorId: author.id, title: `${mark} kochen` })
  await fill()
})
afterAll(() => app.close())

/** Rows of both in every table that names a person, as the features would write them. */
async function fill(): Promise<void> {
  const { db, storage } = app.deps
  const others = await materialRow(app, { authorId: bystander.id })
  await storage.put('material/own.pdf', Buffer.from(`${mark} als Datei`))
  await storage.put('material/bought.pdf', Buffer.from('gekauft'))
  const file = (id: number, key: string, name: string) => ({
    ...{ world: 'de', material_id: id, type: 'material_file' as const, storage_key: key, name },
    ...{ media_type: 'application/pdf', size_bytes: 3, sha256: Buffer.alloc(32) },
  })
  await db
    .insertInto('material_file')
    .values([file(unbought, 'material/own.pdf', `${mark}.pdf`), file(bought, 'material/bought.pdf', 'a.pdf')])
    .execute()
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#0a6' } })
    .withExif({ IFD0: { Copyright: mark } })
    .jpeg()
    .toBuffer()
  for (const path of ['/v3/user-details/avatar', '/v3/user-details/background']) {
    const { body, contentType } = multipart([
      { name: 'file', value: { fileName: `${mark}.jpg`, mediaType: 'image/jpeg', body: picture } },
    ])
    const answer = await author.client.api('POST', path, body, { 'Content-Type': contentType })
    expect(answer.status, answer.text).toBe(200)
  }
  await author.client.api('POST', '/v1/user/details', {
    description: `${mark} ist mein Fach.`,
    subtitle: mark,
  })
  const say = async (statement: ReturnType<typeof sql>) => void (await statement.execute(db))
  await say(sql`
    insert into purchase_order (id, world, reference, number, account_id, status, currency, total_cents, tax_cents,
      tax_rate_bp, country, consent_text_version, consent_immediate_at, consent_waiver_at, paid_at)
    values (1, 'de', 'ref-1', 'R1', ${buyer.id}, 'paid', 'EUR', 390, 62, 1900, 'DE', '1', now(), now(), now())`)
  await say(sql`
    insert into entitlement (world, account_id, material_id, order_id) values ('de', ${buyer.id}, ${bought}, 1)`)
  await say(
    sql`insert into favorite (world, owner, material_id) values ('de', ${`a:${author.id}`}, ${others})`,
  )
  await say(
    sql`insert into author_follow (world, owner, author_id) values ('de', ${`a:${author.id}`}, ${bystander.id})`,
  )
  await say(
    sql`insert into author_follow (world, owner, author_id) values ('de', ${`a:${buyer.id}`}, ${author.id})`,
  )
  await say(sql`insert into review (world, material_id, account_id, rating, text, language)
    values ('de', ${others}, ${author.id}, 4, ${mark}, 'de')`)
  await say(sql`insert into material_question (world, material_id, author_id, account_id, text)
    values ('de', ${others}, ${bystander.id}, ${author.id}, ${`${mark}, was ist das?`})`)
  await say(sql`insert into saved_search (world, account_id, name, params)
    values ('de', ${author.id}, ${mark}, ${`query=${mark}`})`)
  await say(sql`insert into recommendation (world, material_id, account_id, message)
    values ('de', ${others}, ${author.id}, ${mark})`)
  await say(
    sql`insert into free_download (world, material_id, email) values ('de', ${others}, ${author.email})`,
  )
  await say(
    sql`insert into author_section (world, author_id, title, position) values ('de', ${author.id}, ${mark}, 1)`,
  )
  await say(sql`
    insert into post (id, world, author_id, title, source, html, excerpt, status, published_at)
    values (1, 'de', ${author.id}, ${`${mark} am Freitag`}, ${mark}, ${mark}, ${mark}, 'published', now()),
      (2, 'de', ${bystander.id}, 'Anderes', 'Worte', 'Worte', '', 'published', now())`)
  await say(sql`insert into comment (id, world, post_id, account_id, text)
    values (1, 'de', 1, ${buyer.id}, 'Danke!'), (2, 'de', 2, ${author.id}, ${mark})`)
  await say(sql`insert into comment (id, world, post_id, parent_id, account_id, text)
    values (3, 'de', 2, 2, ${bystander.id}, 'Gern!')`)
  await say(sql`insert into post_like (world, post_id, account_id) values ('de', 2, ${author.id})`)
  await say(sql`insert into passkey (id, account_id, public_key, counter, name)
    values ('k', ${author.id}, '\\x00', 0, ${mark})`)
  await say(sql`insert into cart (world, token_hash, account_id) values ('de', '\\x01', ${author.id})`)
  await say(
    sql`insert into help_vote (world, article_id, owner, is_helpful) values ('de', 1, ${`a:${author.id}`}, true)`,
  )
  await author.client.api('POST', '/v1/user/forgot-password', { email: author.email })
  await fillPictures()
  await fillTheRest()
}

/** Keys of pictures: one stands in a draft, one in what was published, one in nothing yet. */
const pictures: Record<'draft' | 'published' | 'unused', string> = { draft: '', published: '', unused: '' }

async function fillPictures(): Promise<void> {
  const { db, storage } = app.deps
  for (const [turn, kind] of (['draft', 'published', 'unused'] as const).entries()) {
    const background = { r: 9 * turn, g: 9, b: 9 }
    const png = await sharp({ create: { width: 30, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
    const value = { fileName: 'bild.png', mediaType: 'image/png', body: png }
    const { body, contentType } = multipart([{ name: 'file', value }])
    const answer = await author.client.api('POST', '/v3/unit-assets?world=de', body, {
      'Content-Type': contentType,
    })
    pictures[kind] = answer.json<{ asset: string }>().asset
  }
  const content = (asset: string) =>
    JSON.stringify({ pages: [{ elements: [{ data: { asset, alt: mark } }] }] })
  await sql`insert into unit (id, world, owner_id, title, draft) overriding system value
    values (1, 'de', ${author.id}, ${mark}, ${content(pictures.draft)})`.execute(db)
  await sql`insert into unit_version (world, unit_id, version, content)
    values ('de', 1, 1, ${content(pictures.published).replace(mark, 'Bild')})`.execute(db)
  await storage.put('post/00/own.webp', Buffer.from('Bild'))
  await sql`insert into post_picture (world, author_id, image_key, alt, width, height)
    values ('de', ${author.id}, 'post/00/own.webp', ${mark}, 30, 30)`.execute(db)
  await storage.put('stamped/own.pdf', Buffer.from(mark))
}

/** Values of columns that take no words, of the tables `fill` leaves empty. */
const given: Readonly<Record<string, Record<string, unknown>>> = {
  stamped_file: { storage_key: 'stamped/own.pdf', sha256: Buffer.alloc(32) },
  login_as: { reason: 'Frage am Telefon' },
  'voucher.account_id': { code: 'WORT', author_id: null, max_uses: null, max_per_customer: null },
  'voucher.author_id': { code: 'WORTE', account_id: null, max_uses: null, max_per_customer: null },
  'voucher.created_by': { code: 'WORTES', author_id: null, max_uses: null, max_per_customer: null },
  gift_card_sale: { delivered_at: new Date(0) },
  moderation_case: { kind: 'appeal', appeal_by: 'author', against_id: 1 },
  operator_task: { done_at: new Date(0) },
  purchase_order: { id: 99 },
  'refund_request.author_id': { order_id: 2 },
  'refund_request.decided_by': { order_id: 3 },
  material_note: { replied_at: new Date(0) },
  invoice_purchase: { open_cents: 1 },
  tax_document: { gross_cents: 2, serial: 900 },
  payout: { period: '2026-01', batch_id: null },
  seller_bank: { last_four: '1234' },
  author_trader: { address: 'Worteweg 1, Bonn' },
  material_question: { answer: null },
  material_report: { material_id: 1 },
  seller_tax: { kind: 'business' },
  // A school is no person: what stands in it is none of theirs.
  'school.decided_by': {
    ...{ name: 'Lindenschule', official_number: null, street: '', zip: '', town: '' },
    ...{ website_host: null, decision_reason: '', state: 'verified' },
  },
  'text_edition.edited_by': { key: 'wort' },
  'text_edition.review_asked_by': { key: 'worte' },
  text_picture: { alt: 'Worte genug' },
  favorite_share: { token: 'abcdefghijklmnopqrstuvwx' },
  author_domain: { host: 'material.example' },
  'comment.hidden_by': { id: 99, state: 'hidden', post_id: 1 },
  'school_wish.decided_by': { material_id: 99 },
}
const isFilled = (row: PersonalTable) => row.account !== 'ledger_account' && row.table !== 'data_export'

/** Every table that names a person has a row of the author; whatever is taken away or emptied has the mark in it. */
async function fillTheRest(): Promise<void> {
  for (const row of personal.filter(isFilled)) {
    if ((await rowsOfPerson(app.deps.db, row, author)) > 0) continue
    const isRetained = typeof row.erase === 'object' && row.erase.emptied === undefined
    const words = isRetained || row.erase === 'detach' ? 'Worte genug' : mark
    const values = given[`${row.table}.${row.account}`] ?? given[row.table] ?? {}
    await insertPersonalRow(app.deps.db, row, { person: author, words, given: values })
  }
}

/** An invoice as it is kept: of one line, to somebody private. */
const sums = { netCents: 328, taxCents: 62, grossCents: 390, taxRateBp: 1900 }
const party = {
  street: 'Weg 1',
  postcode: '53111',
  city: 'Bonn',
  country: 'DE',
  organisation: null,
  vatId: null,
}
const documentContent = {
  supplier: { ...party, name: 'Aularium GmbH', email: 'firma@retained.example' },
  buyer: { ...party, name: 'Ida Nord', email: 'ida@retained.example' },
  order: { number: 'R1', paidAt: '2026-11-28T10:00:00Z' },
  ...{
    corrects: null,
    reason: null,
    taxCountry: 'DE',
    currency: 'EUR',
    netCents: 328,
    taxCents: 62,
    grossCents: 390,
  },
  lines: [{ ...sums, materialId: 1, title: 'Brüche addieren', licence: 'single', author: 'Anna Sommer' }],
  taxes: [sums],
}

interface Column {
  table: string
  column: string
}

/** Every column that points at an account or an author, read off the database itself. */
async function accountColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid in ('account'::regclass, 'author_profile'::regclass)
      and array_length(c.conkey, 1) = 1`.execute(app.deps.db)
  return rows
}

/** All rows of all tables, as texts. */
async function allRows(): Promise<Map<string, string[]>> {
  const { db } = app.deps
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const found = new Map<string, string[]>()
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db)
    found.set(name, rows.map(({ row }) => row).sort())
  }
  return found
}

function storedFiles(): string[] {
  const root = join(app.deps.env.dataDir, 'files')
  return existsSync(root)
    ? readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort()
    : []
}

describe('D2 94: the register of personal data', () => {
  test('names every column that points at a person', async () => {
    const named = new Set(personal.map(({ table, account }) => `${table}.${account}`))
    // Who invited somebody is that person's own row in `account`; the author of a profile is its own key.
    const known = new Set(['account.referred_by', 'author_section_item.author_id'])
    const missing = (await accountColumns())
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => !named.has(name) && !known.has(name))
    expect(missing).toEqual([])
  })

  test('names only what exists', async () => {
    for (const { table, account } of personal)
      await expect(
        sql`select ${sql.ref(account)} from ${sql.table(table)} limit 0`.execute(app.deps.db),
      ).resolves.toBeDefined()
  })
})

describe('a copy of everything', () => {
  async function copyOf(person: Person): Promise<Record<string, Uint8Array>> {
    expect((await person.client.submit('/de/konto/meine-daten', { intent: 'export-data' })).status).toBe(303)
    const list = async () =>
      (await person.client.api('GET', '/v1/user/exports')).json<{
        exports: { id: number; isReady: boolean }[]
      }>().exports
    const [asked] = await list()
    expect(asked?.isReady).toBe(false)
    await makeExport(app.deps, { exportId: asked?.id ?? 0 })
    await makeExport(app.deps, { exportId: asked?.id ?? 0 })
    expect((await list())[0]?.isReady).toBe(true)
    const file = await person.client.get(`/api/v1/user/exports/${asked?.id}/file?world=de`)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/zip'])
    return unzipSync(file.body)
  }

  test('D2 94: has each table of theirs with each row, their files, and nobody else’s', async () => {
    const copy = await copyOf(author)
    const texts = Object.fromEntries(
      Object.entries(copy).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
    )
    for (const row of personal) {
      if (row.export !== true || !isFilled(row)) continue
      const expected = await rowsOfPerson(app.deps.db, row, author)
      expect([row.table, row.account, expected > 0]).toEqual([row.table, row.account, true])
      const listed = JSON.parse(texts[`data/${row.table}.json`] ?? '[]') as unknown[]
      // The mail that says that the copy is ready came after it.
      const atLeast = row.table === 'mail' ? expected - 1 : expected
      expect([row.table, listed.length >= atLeast]).toEqual([row.table, true])
    }
    for (const table of [
      'account',
      'author_profile',
      'material',
      'post',
      'comment',
      'review',
      'favorite',
      'mail',
    ])
      expect(Object.keys(texts)).toContain(`data/${table}.json`)
    const files = Object.keys(texts).filter((name) => !/^(data|lesbar)\/|^index\.html$/.test(name))
    expect(files.filter((name) => name.endsWith(`${mark}.pdf`))).toHaveLength(1)
    expect(files).toEqual(expect.arrayContaining(['pictures/avatar.webp', 'pictures/background.webp']))
    expect(files.filter((name) => name.startsWith('posts/'))).toHaveLength(1)
    expect(files.filter((name) => name.startsWith('exercises/'))).toHaveLength(3)
    const all = Object.values(texts).join('\n')
    expect(all).not.toContain(buyer.email)
    expect(all).not.toContain(bystander.email)
    expect(all).not.toMatch(/argon2id|password_hash|storage_key|token_hash/)
  })

  test('GDPR 15: has sessions with the name of their program, what was bought with titles and prices, and the papers', async () => {
    const { db } = app.deps
    await sql`insert into oauth_client (id, name, redirect_uris) values ('program-x', 'Klassenbuch Nord', '{}')
      on conflict do nothing`.execute(db)
    await sql`insert into session (token_hash, account_id, scope, grant_type, user_agent, client_id, expires_at)
      values ('\\x77', ${buyer.id}, 'full', 'authorization_code', 'Nordbrowser 3', 'program-x', now() + interval '1 day')`.execute(
      db,
    )
    await sql`
      insert into purchase_order (id, world, reference, number, account_id, status, currency, total_cents, tax_cents,
        tax_rate_bp, country, consent_text_version, consent_immediate_at, consent_waiver_at, paid_at)
      values (7, 'de', 'ref-7', 'R7', ${buyer.id}, 'paid', 'EUR', 390, 62, 1900, 'DE', '1', now(), now(), now())
      on conflict do nothing`.execute(db)
    await sql`insert into order_item (world, order_id, material_id, author_id, title, original_price_cents, price_cents,
        tax_cents, author_share_bp, author_share_cents)
      values ('de', 7, ${bought}, ${author.id}, 'Brüche addieren', 490, 390, 62, 7000, 229)
      on conflict do nothing`.execute(db)
    const documentOf = (number: number, content: unknown) =>
      db
        .insertInto('tax_document')
        .values({
          ...{
            world: 'de',
            kind: 'invoice' as const,
            year: 2026,
            account_id: buyer.id,
            order_id: 7,
            currency: 'EUR',
          },
          ...{
            corrects_id: null,
            cause: `own-data:${number}`,
            net_cents: 328,
            tax_cents: 62,
            gross_cents: 390,
          },
          content: JSON.stringify(content),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await documentOf(1, documentContent)
    await documentOf(2, {})
    // The number is drawn when the transaction ends.
    const [drawn, broken] = await db
      .selectFrom('tax_document')
      .where('cause', 'like', 'own-data:%')
      .select('number')
      .orderBy('cause')
      .execute()
    if (drawn === undefined || broken === undefined) throw new Error('no documents')

    const copy = await copyOf(buyer)
    const text = (name: string) => Buffer.from(copy[name] ?? []).toString('utf8')
    const rows = (table: string) => JSON.parse(text(`data/${table}.json`)) as Record<string, unknown>[]
    const session = rows('session').find(({ client_id }) => client_id === 'program-x')
    expect(session).toMatchObject({ user_agent: 'Nordbrowser 3', program: 'Klassenbuch Nord' })
    expect(Object.keys(session ?? {})).toEqual(
      expect.arrayContaining(['created_at', 'last_seen_at', 'platform', 'scopes']),
    )
    const [order] = rows('purchase_order').filter(({ number }) => number === 'R7')
    expect(order?.lines).toEqual([
      expect.objectContaining({
        title: 'Brüche addieren',
        original_price_cents: 490,
        price_cents: 390,
        tax_rate_bp: 1900,
      }),
    ])
    // What the author gets of it is not the buyer's to know.
    expect(text('data/purchase_order.json')).not.toContain('author_share')
    expect(rows('entitlement')).toEqual([
      expect.objectContaining({ material_id: bought, material_title: 'Brüche addieren' }),
    ])
    expect(text(`documents/${drawn.number}.pdf`).slice(0, 5)).toBe('%PDF-')
    const index = text('index.html')
    expect(index).toContain('2016/679')
    expect(index).toContain(`documents/${encodeURIComponent(drawn.number)}.pdf`)
    expect(index).toContain(broken.number)
    for (const name of Object.keys(copy))
      if (name !== 'index.html') expect(index).toContain(name.split('/').map(encodeURIComponent).join('/'))
    const page = text('lesbar/Bestellungen.html')
    for (const words of ['Brüche addieren', '3,90', 'Bezahlt am', 'lang="de"']) expect(page).toContain(words)
    const all = Object.keys(copy).map(text).join('\n')
    expect(all).not.toContain(author.email)
    expect(all).not.toContain(bystander.email)
    expect(all).not.toMatch(/argon2id|_hash/)
  })

  test('has each table in words in every world', () => {
    const exported = [...new Set(personal.filter((row) => row.export === true).map(({ table }) => table))]
    for (const { world } of liveWorlds()) {
      const names = exported.map((table) => readableName(world as LiveWorldCode, table))
      expect(new Set(names).size).toBe(exported.length)
      for (const column of namedColumns) expect(translator(world)(`own-data:columns.${column}`)).not.toBe('')
    }
  })

  test('pages of rows come whole, however many there are', async () => {
    const table = personal.find((row) => row.table === 'statistic_month')
    if (table === undefined) throw new Error('no statistics')
    await sql`insert into statistic_month (world, author_id, material_id, day)
      select 'de', ${bystander.id}, n, '2026-01-01' from generate_series(1, 1201) n`.execute(app.deps.db)
    const ids: unknown[] = []
    for await (const page of pagesOf(app.deps.db, table, { accountId: bystander.id, email: bystander.email }))
      ids.push(...page.map((row) => row.material_id))
    expect(ids).toHaveLength(new Set(ids).size)
    expect(ids.length).toBe(await rowsOfPerson(app.deps.db, table, bystander))
    await sql`delete from statistic_month where author_id = ${bystander.id}`.execute(app.deps.db)
  })

  test('D2 94: is fetched by nobody else, and not without a fresh login', async () => {
    const { db } = app.deps
    const { id } = await db
      .selectFrom('data_export')
      .where('account_id', '=', author.id)
      .select('id')
      .executeTakeFirstOrThrow()
    expect((await buyer.client.get(`/api/v1/user/exports/${id}/file?world=de`)).status).toBe(404)
    await sql`update session set created_at = now() - interval '1 hour' where account_id = ${author.id}`.execute(
      db,
    )
    expect((await author.client.get(`/api/v1/user/exports/${id}/file?world=de`)).status).toBe(403)
  })
})

describe('erasure', () => {
  test('D2 95: after the days of grace every table and file store holds nothing of the person, the books and others all of theirs', async () => {
    const { db } = app.deps
    // What others were sent of the person, as comments and gift cards send it.
    const { rows: said } = await sql<{ id: number; world: string }>`
      select id, world from comment where account_id = ${author.id}`.execute(db)
    expect(said.length).toBeGreaterThan(0)
    for (const { id, world } of said) {
      await sql`insert into mail (world, dedupe_key, template, recipient, subject, html, text)
        values (${world}, ${`comment-made:${world}:${id}`}, 'comment-made', 'other@school.example', 'x', ${mark}, ${mark})
        on conflict do nothing`.execute(db)
      await sql`insert into notification (world, account_id, kind, dedupe_key, data)
        values (${world}, ${buyer.id}, 'comment', ${`comment:${world}:${id}`}, ${JSON.stringify({ name: mark })}::jsonb)
        on conflict do nothing`.execute(db)
    }
    const { rows: cards } = await sql<{ order_id: number; world: string }>`
      select order_id, world from gift_card_sale where account_id = ${author.id}`.execute(db)
    expect(cards.length).toBeGreaterThan(0)
    for (const { order_id, world } of cards)
      await sql`insert into mail (world, dedupe_key, template, recipient, subject, html, text)
        values (${world}, ${`gift-card:${world}:${order_id}`}, 'gift-card', 'friend@school.example', 'x', ${mark}, ${mark})`.execute(
        db,
      )
    const before = { rows: await allRows(), files: storedFiles() }
    await sql`update account set disabled_at = now(), erase_at = now() + interval '1 day' where id = ${author.id}`.execute(
      db,
    )
    await eraseAccounts(app.deps)
    const survivor = await db
      .selectFrom('account')
      .select('email')
      .where('id', '=', author.id)
      .executeTakeFirstOrThrow()
    expect(survivor.email).toBe(author.email)
    await sql`update account set erase_at = now() - interval '1 second' where id = ${author.id}`.execute(db)
    await eraseAccounts(app.deps)
    await eraseAccounts(app.deps)
    await runFileJobs()
    const after = { rows: await allRows(), files: storedFiles() }

    // Nothing of the person: not the words, not the name, not the address; but for the last mail.
    const traces = [...after.rows].flatMap(([table, rows]) =>
      rows
        .filter((row) => row.toLowerCase().includes(mark.toLowerCase()))
        .filter(
          (row) =>
            !row.includes(`${mark.toLowerCase()}-buyer`) &&
            !(table === 'mail' && row.includes('account-erased')),
        )
        .map((row) => `${table}: ${row.slice(0, 120)}`),
    )
    expect(traces).toEqual([])

    // Others' rows and the books are as before.
    const untouched = [
      'purchase_order',
      'order_item',
      'ledger_entry',
      'ledger_transaction',
      'payment',
      'entitlement',
    ]
    // What the author had bought is the author's own, and gone.
    const ofOthers = (rows: readonly string[] | undefined, table: string) =>
      rows?.filter((row) => table !== 'entitlement' || !row.startsWith(`(de,${author.id},`))
    for (const table of untouched)
      expect([table, after.rows.get(table)]).toEqual([table, ofOthers(before.rows.get(table), table)])
    const comments = await db
      .selectFrom('comment')
      .select(['id', 'account_id', 'text', 'state'])
      .orderBy('id')
      .execute()
    expect(comments.map(({ text, state }) => [text, state])).toEqual([
      ['Danke!', 'shown'],
      ['', 'deleted'],
      ['Gern!', 'shown'],
      // One that had been hidden before.
      ['', 'deleted'],
    ])

    // Each table lost exactly what its feature says.
    for (const row of personal) {
      if (!isFilled(row) || typeof row.erase !== 'string') continue
      // By the address: the mail that says that it is done, and its recipient.
      if (row.account === 'email' || row.account === 'recipient') continue
      expect([row.table, row.account, await rowsOfPerson(db, row, author)]).toEqual([
        row.table,
        row.account,
        0,
      ])
    }

    // The files: what somebody bought stays, everything else of the person is gone.
    const gone = before.files.filter((file) => !after.files.includes(file))
    expect(gone.some((file) => file.includes('own.pdf'))).toBe(true)
    expect(gone.filter((file) => file.startsWith('avatar/'))).toHaveLength(1)
    expect(gone.filter((file) => file.startsWith('background/'))).toHaveLength(1)
    expect(gone.filter((file) => file.startsWith('export/'))).toHaveLength(1)
    expect(gone).toEqual(expect.arrayContaining(['post/00/own.webp', 'stamped/own.pdf']))
    // A picture that a published exercise shows stays with whoever plays it.
    expect(gone).toEqual(expect.arrayContaining([pictures.draft, pictures.unused]))
    expect(after.files).toContain(pictures.published)
    expect(after.files.some((file) => file.includes('bought.pdf'))).toBe(true)
    // The buyer's own copy stays.
    const copies = await db.selectFrom('data_export').select(['account_id', 'storage_key']).execute()
    expect(copies.map(({ account_id }) => account_id)).toEqual([buyer.id])
    expect(after.files.filter((file) => /^(avatar|background|export)\//.test(file))).toEqual(
      copies.map(({ storage_key }) => storage_key),
    )
  })

  test('D2 95: the buyer still has what was bought, the public has nothing', async () => {
    const own = await buyer.client.api('GET', '/v1/orders/bought?world=de')
    const list = own.status === 200 ? own : await buyer.client.api('GET', '/v1/purchases?world=de')
    expect(list.text).not.toContain(mark)
    expect((await buyer.client.get(`/de/autor/${author.id}/erased`)).text).not.toContain(mark)
    const { db } = app.deps
    const rows = await db
      .selectFrom('material')
      .select(['id', 'status', 'title'])
      .where('author_id', '=', author.id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ status, title }) => [status, title])).toEqual([
      ['deleted', 'Brüche addieren'],
      ['deleted', '–––'],
    ])
  })

  test('D2 95: another one with the same address begins anew', async () => {
    const again = await author.client.api('POST', '/v1/user/register', {
      ...{ email: author.email, password: 'Ein ganz neuer Satz', publicName: 'Neu Hier', agb: true },
    })
    expect(again.status).toBe(202)
    const rows = await app.deps.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', author.email)
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.id).not.toBe(author.id)
  })
})

/** The waiting jobs that delete files, done here: this app has no worker. */
async function runFileJobs(): Promise<void> {
  const { rows } = await sql<{ data: { keys: string[] } }>`
    select data from jobs.job where name = 'delete_files'`.execute(app.deps.db)
  for (const { data } of rows) await deleteFiles(app.deps, data)
  const collecting = await sql<{ data: { hashes: string[] } }>`
    select data from jobs.job where name = 'collect_unit_pictures'`.execute(app.deps.db)
  for (const { data } of collecting.rows) await collectPictures(app.deps, data)
}

describe('retention', () => {
  test('removes what has been kept as long as the table says, and nothing younger', async () => {
    const { db, storage } = app.deps
    const age = (days: number) => sql<Date>`now() - make_interval(days => ${days})`
    const mail = (key: string, template: string, days: number) => ({
      ...{
        world: 'de' as const,
        dedupe_key: key,
        template,
        recipient: `${key}@retained.example`,
        subject: 's',
        html: 'h',
        text: 't',
      },
      created_at: age(days),
    })
    await db
      .insertInto('mail')
      .values([
        mail('old', 'order-paid', retention.mails.period.days + 1),
        mail('young', 'order-paid', retention.mails.period.days - 1),
        mail('last-old', 'account-erased', 8),
        mail('last-young', 'account-erased', 6),
      ])
      .execute()
    await storage.put('export/old.zip', Buffer.from('x'))
    await db
      .insertInto('data_export')
      .values({
        account_id: bystander.id,
        world: 'de',
        storage_key: 'export/old.zip',
        created_at: age(exportDays + 1),
      })
      .execute()
    await sql`insert into course (id, world, owner_id, title) values (7, 'de', ${bystander.id}, 'Kurs')`.execute(
      db,
    )
    const pass = (name: string, days: number) => ({
      ...{ world: 'de', course_id: 7, key: `k${name}`, name },
      created_at: age(days),
    })
    const longAgo = retention.courses.period.days + 1
    const passes = [pass('still', longAgo), pass('young', 1), pass('old', longAgo)]
    await db.insertInto('course_pass').values(passes).execute()
    await sql`insert into course_progress (world, pass_id, item)
      select world, id, 'a' from course_pass where name = 'still'`.execute(db)
    const stranger = (id: string, days: number) =>
      sql`insert into favorite (world, owner, material_id, created_at)
        values ('de', ${`v:${id}`}, ${bought}, ${age(days)})`.execute(db)
    await stranger('old', retention.lists.period.days + 1)
    await stranger('young', 1)
    await sql`insert into gift_card (world, code_hash, code_end, currency, amount_cents, expires_at, created_by, order_id,
      redeemed_at, redeemed_by) select 'de', decode(md5(n::text), 'hex'), 'ABCD', 'EUR', 500, now() + interval '1 year',
      ${bystander.id}, 100 + n, now() - make_interval(days => n), ${buyer.id} from unnest(array[1, 91]) n`.execute(
      db,
    )
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`insert into gift_card_sale (world, order_id, account_id, amount_cents, currency, sender_name,
        recipient_name, recipient_email, deliver_on, created_at) select 'de', 100 + n, ${buyer.id}, 500, 'EUR', 'Ida',
        'Opa', 'opa@retained.example', now(), now() - interval '1 year' from unnest(array[1, 91]) n`.execute(
        tx,
      )
    })
    await enforceRetention(app.deps)
    await enforceRetention(app.deps)
    const named = await db.selectFrom('course_pass').select('name').orderBy('name').execute()
    expect(named.map(({ name }) => name)).toEqual(['still', 'young'])
    const lists = await db.selectFrom('favorite').select('owner').where('owner', 'like', 'v:%').execute()
    expect(lists).toEqual([{ owner: 'v:young' }])
    const letters = await db
      .selectFrom('gift_card_sale')
      .select(['order_id', 'recipient_email', 'recipient_name'])
      .where('order_id', '>', 100)
      .orderBy('order_id')
      .execute()
    expect(letters).toEqual([
      { order_id: 101, recipient_email: 'opa@retained.example', recipient_name: 'Opa' },
      { order_id: 191, recipient_email: null, recipient_name: '' },
    ])
    const mails = await db
      .selectFrom('mail')
      .select('dedupe_key')
      .where('recipient', 'like', '%@retained.example')
      .execute()
    expect(mails.map(({ dedupe_key }) => dedupe_key).sort()).toEqual(['last-young', 'young'])
    expect(await storage.size('export/old.zip')).toBeUndefined()
  })

  test('is told in every world', () => {
    expect(liveWorlds()).toHaveLength(6)
    expect(Object.keys(retention).length).toBeGreaterThan(10)
  })
})
