import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  maxCartItems,
  maxCommentsPerHour,
  maxFavorites,
  maxFollows,
  maxOpenQuestions,
  maxRecommendationsPerDay,
  savedSearchLimits,
} from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { courseLimits, roomLimits, unitLimits } from '#platform/rules/exercise-limits.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, createClient, multipart } from '../support/http-client.ts'

/** Limits hold when everything comes at once: 30 requests side by side, a few places left. */

const atOnce = 30

let app: TestApp
let seller: Person
let material: number

beforeAll(async () => {
  app = await openTestApp({ environment: { DATABASE_POOL: '16' } })
  seller = await member(app, 'seller', { isSeller: true })
  material = await materialRow(app, { authorId: seller.id })
})
afterAll(() => app.close())

async function sideBySide(call: (index: number) => Promise<Answer>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: atOnce }, (_, index) => call(index)))
  expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
  return answers.filter(({ status }) => status < 300).length
}

async function countOf(table: string, where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${where}`.execute(app.deps.db)
  return rows[0]?.count ?? 0
}

/** Published materials, so many at once. */
async function materials(count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into material (world, author_id, title, slug, status, language, material_type, currency, price_cents, published_at)
    select 'de', ${seller.id}, 'Material ' || n, 'material', 'published', 'de', 'arbeitsblatt', 'EUR', 390, now()
    from generate_series(1, ${count}::int) n returning id`.execute(app.deps.db)
  return rows.map(({ id }) => Number(id))
}

test('open questions', async () => {
  const asker = await member(app, 'asker')
  const taken = await sideBySide((index) =>
    asker.client.api('POST', `/v1/materials/${material}/questions`, { text: `Frage Nummer ${index} dazu?` }),
  )
  expect(taken).toBe(maxOpenQuestions)
  expect(await countOf('material_question', sql`account_id = ${asker.id}`)).toBe(maxOpenQuestions)
})

test('comments of an hour, on different posts', async () => {
  const writer = await member(app, 'writer')
  const posts: number[] = []
  for (let n = 0; n < 6; n++) {
    const draft = await seller.client.api('POST', '/v1/posts', {
      title: `Beitrag ${n}`,
      source: 'Ein paar Worte über den Unterricht und was darin gut geht. '.repeat(4),
    })
    const { id } = draft.json<{ id: number }>()
    expect((await seller.client.api('PUT', `/v1/posts/${id}/published`)).status).toBe(200)
    posts.push(id)
  }
  const say = (index: number) =>
    writer.client.api('POST', `/v1/posts/${posts[index % posts.length]}/comments`, {
      text: `Nummer ${index}`,
    })
  for (let index = 100; index < 100 + maxCommentsPerHour - 3; index++)
    expect((await say(index)).status).toBe(201)
  expect(await sideBySide(say)).toBe(3)
  expect(await countOf('comment', sql`account_id = ${writer.id}`)).toBe(maxCommentsPerHour)
})

test('saved searches', async () => {
  const searcher = await member(app, 'searcher')
  const save = (index: number) =>
    searcher.client.api('POST', '/v1/saved-searches', { params: `query=wort${index}` })
  for (let index = 100; index < 100 + savedSearchLimits.perMember - 2; index++) await save(index)
  expect(await sideBySide(save)).toBe(2)
})

test('recommendations of a day', async () => {
  const teacher = await member(app, 'teacher')
  const taken = await sideBySide((index) =>
    teacher.client.api('POST', `/v1/materials/${material}/recommend`, {
      email: `colleague${index}@school.example`,
    }),
  )
  expect(taken).toBe(maxRecommendationsPerDay)
})

test('mails of a free material: one to an address, however often it is asked for', async () => {
  const free = await materialRow(app, { authorId: seller.id, price: 0 })
  const visitor = await member(app, 'visitor')
  await sideBySide(() =>
    visitor.client.submit(`/de/material/${free}/brueche-addieren`, {
      intent: 'send-free-material',
      email: 'once@school.example',
    }),
  )
  expect(await countOf('free_download', sql`email = 'once@school.example'`)).toBe(1)
})

test('reports and reviews: one each', async () => {
  const reader = await member(app, 'reader')
  await sideBySide(() =>
    reader.client.api('POST', `/v1/materials/${material}/reports`, {
      reason: 'other',
      text: 'Auf Seite zwei steht eine falsche Lösung.',
      name: 'Rita Reader',
      email: reader.email,
      goodFaith: true,
    }),
  )
  expect(await countOf('material_report', sql`email = ${reader.email}`)).toBe(1)
  const free = await materialRow(app, { authorId: seller.id, price: 0 })
  expect((await reader.client.api('POST', `/v1/materials/${free}/claim`)).status).toBe(200)
  await sideBySide((index) =>
    reader.client.api('PUT', `/v1/materials/${free}/review`, { rating: (index % 5) + 1, text: 'Gut.' }),
  )
  expect(await countOf('review', sql`material_id = ${free}`)).toBe(1)
  const row = await app.deps.db
    .selectFrom('material')
    .select('rating_count')
    .where('id', '=', free)
    .executeTakeFirstOrThrow()
  expect(row.rating_count).toBe(1)
})

test('a cart', async () => {
  const buyer = await member(app, 'buyer')
  const ids = await materials(atOnce + 1)
  await buyer.client.api('POST', '/v1/cart/items', { materialId: ids[0] })
  const more = await materials(maxCartItems - 4)
  await sql`
    insert into cart_item (world, cart_id, material_id, seen_price_cents)
    select 'de', cart.id, m, 390 from cart, unnest(${more}::bigint[]) m
    where cart.account_id = ${buyer.id}`.execute(app.deps.db)
  const taken = await sideBySide((index) =>
    buyer.client.api('POST', '/v1/cart/items', { materialId: ids[index + 1] }),
  )
  expect(taken).toBe(3)
})

test('favorites and followed authors', async () => {
  const fan = await member(app, 'fan')
  const more = await materials(maxFavorites - 3)
  await sql`insert into favorite (world, owner, material_id)
    select 'de', ${`a:${fan.id}`}, m from unnest(${more}::bigint[]) m`.execute(app.deps.db)
  const ids = await materials(atOnce)
  const remember = (subjectType: 'material' | 'author', subjectId: number | undefined) =>
    fan.client.api('POST', '/v3/subscriptions/subscribe', { subjectId, subjectType, world: 'de' })
  expect(await sideBySide((index) => remember('material', ids[index]))).toBe(3)

  const { rows } = await sql<{ id: number }>`
    with people as (
      insert into account (world, email, public_name, slug, is_seller)
      select 'de', 'many' || n || '@aularium.example', 'Name', 'name', true
      from generate_series(1, ${maxFollows - 2 + atOnce}::int) n returning id
    ) insert into author_profile (account_id, world, public_name, slug)
      select id, 'de', 'Name', 'name' from people returning account_id as id`.execute(app.deps.db)
  const authors = rows.map(({ id }) => Number(id))
  await sql`insert into author_follow (world, owner, author_id)
    select 'de', ${`a:${fan.id}`}, a from unnest(${authors.slice(atOnce)}::bigint[]) a`.execute(app.deps.db)
  expect(await sideBySide((index) => remember('author', authors[index]))).toBe(2)
}, 60_000)

test('exercises, courses and learning rooms', async () => {
  const { db } = app.deps
  const teacher = await member(app, 'unit-teacher')
  const title = 'Zahlen'
  const element = {
    ...{ id: 'e1', type: 'short_text', prompt: '<p>2 + 2?</p>', points: 1, right: '', wrong: '' },
    data: { answers: [{ pattern: '4', fraction: 1 }], caseSensitive: false, acceptTypos: false },
  }
  const content = { title, pages: [{ id: 'p1', title, elements: [element] }] }
  const unitId = (await teacher.client.api('POST', '/v3/units', { title })).json<{ id: number }>().id
  const saved = await teacher.client.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  expect((await teacher.client.api('POST', `/v3/units/${unitId}/publish`)).status).toBe(200)
  await sql`insert into unit (world, owner_id, title, draft)
    select 'de', ${teacher.id}, 'x', '{}' from generate_series(1, ${unitLimits.perMember - 4}::int)`.execute(
    db,
  )
  expect(await sideBySide(() => teacher.client.api('POST', '/v3/units', { title }))).toBe(3)

  await sql`insert into course (world, owner_id, title)
    select 'de', ${teacher.id}, 'x' from generate_series(1, ${courseLimits.perMember - 3}::int)`.execute(db)
  expect(await sideBySide(() => teacher.client.api('POST', '/v3/courses', { title }))).toBe(3)

  const room = { unitId, mode: 'self' }
  const makeRoom = () => teacher.client.api('POST', '/v3/rooms', room)
  await sql`insert into room (world, owner_id, code, title, content, mode, settings, status)
    select 'de', ${teacher.id}, 'ABCDEF', 'x', '{}', 'self', '{}', 'closed'
    from generate_series(1, ${roomLimits.perTeacher - atOnce}::int)`.execute(db)
  const made = await makeRoom()
  expect(made.status, made.text).toBe(201)
  const first = made.json<{ id: number }>().id
  expect(await sideBySide(makeRoom)).toBe(atOnce - 1)
  const { rows } = await sql<{ id: number }>`
    select id from room where owner_id = ${teacher.id} and status = 'draft' and id <> ${first}`.execute(db)
  const open = (id: number) => teacher.client.api('POST', `/v3/rooms/${id}/control`, { command: 'open' })
  expect((await open(first)).status).toBe(200)
  const opened = await sideBySide((index) => open(rows[index]?.id ?? first))
  // The first one is open already: to open it again is no fault.
  expect(opened - (rows.length < atOnce ? 1 : 0)).toBe(roomLimits.openPerTeacher - 1)
})

test('learners of a course', async () => {
  const { db } = app.deps
  const teacher = await member(app, 'course-teacher')
  const { id } = (await teacher.client.api('POST', '/v3/courses', { title: 'Voll' })).json<{ id: number }>()
  await teacher.client.api('PUT', `/v3/courses/${id}/share`, { isOpen: true })
  const { shareKey } = (await teacher.client.api('GET', `/v3/courses/${id}`)).json<{ shareKey: string }>()
  await sql`insert into course_pass (world, course_id, key, name)
    select 'de', ${id}, 'k' || n, 'x' from generate_series(1, ${courseLimits.learners - 2}::int) n`.execute(
    db,
  )
  const guest = createClient(app.base)
  const page = url('interactive-learn', { world: 'de', key: shareKey })
  await sideBySide(() => guest.submit(page, { intent: 'begin-course', name: 'Mutiger Otter' }))
  expect((await guest.submit(page, { intent: 'begin-course', name: 'Später Otter' })).status).toBe(422)
  expect(await countOf('course_pass', sql`course_id = ${id}`)).toBe(courseLimits.learners)
  guest.close()
})

test('pictures of exercises', async () => {
  const teacher = await member(app, 'picture-teacher')
  await sql`insert into unit_asset (account_id, hash, bytes)
    values (${teacher.id}, ${'0'.repeat(64)}, ${unitLimits.assetBytes - 200})`.execute(app.deps.db)
  const pictures = await Promise.all(
    Array.from({ length: atOnce }, (_, n) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background: { r: 8 * n, g: 99, b: 9 } } })
        .png()
        .toBuffer(),
    ),
  )
  await sideBySide((index) => {
    const value = { fileName: 'a.png', mediaType: 'image/png', body: pictures[index] ?? Buffer.alloc(0) }
    const { body, contentType } = multipart([{ name: 'file', value }])
    return teacher.client.api('POST', '/v3/unit-assets?world=de', body, { 'Content-Type': contentType })
  })
  const { rows } = await sql<{ sum: number }>`
    select sum(bytes)::float8 as sum from unit_asset where account_id = ${teacher.id}`.execute(app.deps.db)
  expect(rows[0]?.sum).toBeLessThanOrEqual(unitLimits.assetBytes)
})
