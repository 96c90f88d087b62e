import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTexts } from '#demo/texts/seed.ts'
import { loadArticle } from '#loaders/editorial.ts'
import { strangerContext } from '#platform/context/context.ts'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { publishDueTexts } from '#shop/content/editorial/server/editions/editing.ts'
import { fieldsOf } from '#shop/content/editorial/server/service.ts'
import { openTestApp, type TestApp } from '../support/app.ts'

/** What the editors of the demonstration have under way. */

let app: TestApp

beforeAll(async () => {
  app = await openTestApp()
  await seedTexts(app.deps)
})
afterAll(() => app.close())

const worlds = liveWorlds().map(({ world }) => world)

/** What a visitor of its address is told. */
async function answerFor(world: LiveWorld, key: string): Promise<string> {
  const row = await app.deps.db
    .selectFrom('text_edition')
    .select(['draft', 'published'])
    .where('world', '=', world)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  const { id = '', slug = '' } = fieldsOf(row.draft ?? row.published ?? '')
  return await loadArticle(strangerContext(app.deps, world), 'magazine', { id, slug }).then(
    () => 'shown',
    (error: { code: string }) => error.code,
  )
}
const isListed = (world: LiveWorld, key: string) =>
  app.deps.articles.list('magazine', world).some((article) => article.key === key)

test('the withdrawn piece is gone in every world', async () => {
  await expect.poll(() => answerFor('de', 'seats-by-lot'), { timeout: 10_000 }).toBe('gone')
  for (const world of worlds) {
    const answer = await answerFor(world, 'seats-by-lot')
    expect([world, answer, isListed(world, 'seats-by-lot')]).toEqual([world, 'gone', false])
  }
})

test('the scheduled piece waits, and then becomes public in every world', async () => {
  for (const world of worlds)
    expect([world, await answerFor(world, 'pupils-feedback')]).toEqual([world, 'not_found'])
  const { count } = await app.deps.db
    .selectFrom('text_edition')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('publish_at', '>', new Date(Date.now() + 14 * 86_400_000))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(worlds.length)

  await app.deps.db
    .updateTable('text_edition')
    .set({ publish_at: new Date(Date.now() - 1000) })
    .where('publish_at', 'is not', null)
    .execute()
  await publishDueTexts(app.deps)
  await expect
    .poll(() => worlds.filter((world) => !isListed(world, 'pupils-feedback')), { timeout: 10_000 })
    .toEqual([])
  for (const world of worlds)
    expect([world, await answerFor(world, 'pupils-feedback')]).toEqual([world, 'shown'])
})

test('seeded again it stays as it is', async () => {
  const before = await app.deps.db
    .selectFrom('text_edition')
    .selectAll()
    .orderBy('world')
    .orderBy('key')
    .execute()
  await seedTexts(app.deps)
  const after = await app.deps.db
    .selectFrom('text_edition')
    .selectAll()
    .orderBy('world')
    .orderBy('key')
    .execute()
  expect(after).toEqual(before)
})
