import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retention } from '#platform/rules/retention.ts'
import { enforceRetention } from '#shop/people/privacy/server/retention.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'

/** What several features remove by one line of the privacy page, each from its own tables. */

let app: TestApp
let author: Person
let closed: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'author', { isSeller: true })
  closed = await member(app, 'closed', { isSeller: true })
})
afterAll(() => app.close())

const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days})`
const ages = ({ days }: { days: number }) => [
  { name: 'old', since: days + 1 },
  { name: 'young', since: days - 1 },
]

test('what strangers remember goes in all lists, what members do stays', async () => {
  const { db } = app.deps
  const materialId = await materialRow(app, { authorId: author.id })
  const strangers = ages(retention.lists.period).map(({ name, since }) => ({
    owner: `v:${name.padEnd(16, '0')}`,
    since,
  }))
  const people = [...strangers, { owner: `a:${closed.id}`, since: retention.lists.period.days + 1 }]
  for (const { owner, since } of people) {
    const row = { world: 'de', owner, created_at: ago(since) }
    await db
      .insertInto('favorite')
      .values({ ...row, material_id: materialId })
      .execute()
    await db
      .insertInto('author_follow')
      .values({ ...row, author_id: author.id })
      .execute()
    await db
      .insertInto('help_vote')
      .values({ ...row, article_id: 1, is_helpful: true })
      .execute()
  }
  await enforceRetention(app.deps)
  for (const table of ['favorite', 'author_follow', 'help_vote'] as const) {
    const left = await db.selectFrom(table).select('owner').orderBy('owner').execute()
    expect(
      left.map(({ owner }) => owner),
      table,
    ).toEqual([`a:${closed.id}`, 'v:young00000000000'])
  }
})

test('a report goes once it is decided long enough, the address of who appealed with it; the case stays', async () => {
  const { db } = app.deps
  const materialId = await materialRow(app, { authorId: author.id })
  const cases = [...ages(retention.reports.period), { name: 'open', since: undefined }]
  for (const { name, since } of cases) {
    const decided_at = since === undefined ? null : ago(since)
    await db
      .insertInto('material_report')
      .values({
        ...{ world: 'de', material_id: materialId, name, email: `${name}@report.example`, text: 'x' },
        ...{ reason: 'other', decided_at, created_at: ago(4000) },
      })
      .execute()
    await db
      .insertInto('moderation_case')
      .values({
        ...{ world: 'de', kind: 'report', target_kind: 'material', target_id: materialId },
        ...{ affected_id: author.id, email: `${name}@report.example`, decided_at },
      })
      .execute()
  }
  await enforceRetention(app.deps)
  const reports = await db.selectFrom('material_report').select('name').orderBy('name').execute()
  expect(reports.map(({ name }) => name)).toEqual(['open', 'young'])
  const emails = await db.selectFrom('moderation_case').select('email').orderBy('id').execute()
  expect(emails.map(({ email }) => email)).toEqual([null, 'young@report.example', 'open@report.example'])
})

test('who a trader was goes when their account has been closed for long enough', async () => {
  const { db } = app.deps
  const trader = {
    world: 'de',
    legal_name: 'Verlag',
    address: 'Am Markt 1, 10115 Berlin',
    email: 'v@example.org',
  }
  await db
    .insertInto('author_trader')
    .values([
      { ...trader, author_id: author.id },
      { ...trader, author_id: closed.id },
    ])
    .execute()
  const close = async (days: number) =>
    await db
      .updateTable('account')
      .set({ disabled_at: ago(days) })
      .where('id', '=', closed.id)
      .execute()
  const left = async () => {
    await enforceRetention(app.deps)
    return (await db.selectFrom('author_trader').select('author_id').execute()).length
  }
  await close(retention.traders.period.days - 1)
  expect(await left()).toBe(2)
  await close(retention.traders.period.days + 1)
  expect(await left()).toBe(1)
})
