import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { announceTags } from '#platform/events/tags.ts'
import { openTestApp, type TestApp } from '../support/app.ts'

/** What is cached beside pages goes with its tags, whichever process changed something. */

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('a notice of renamed subjects drops what has their names, after they were read again', async () => {
  const { cache, db, taxonomy } = app.deps
  const name = () => taxonomy.term('de', 'subject', 'de-mathematics')?.name
  const before = name()
  const cachedName = () =>
    cache.get('name of a subject', { seconds: 3600, tags: ['taxonomy'] }, async () => name())
  const other = () => cache.get('something else', { seconds: 3600 }, async () => name())
  const rename = async (to: string | undefined) => {
    const change = db.updateTable('taxonomy_term').set({ name: to ?? '' })
    await change.where('world', '=', 'de').where('id', '=', 'de-mathematics').execute()
    await announceTags(db, { tags: ['taxonomy'], gone: [] })
  }
  expect([await cachedName(), await other()]).toEqual([before, before])
  try {
    await rename('Rechnen')
    await vi.waitFor(async () => expect(await cachedName()).toBe('Rechnen'), 5_000)
    expect(await other()).toBe(before)
  } finally {
    await rename(before)
    await vi.waitFor(() => expect(name()).toBe(before), 5_000)
  }
})
