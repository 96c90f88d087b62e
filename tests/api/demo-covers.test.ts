import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawingOrder } from '#demo/demo.ts'
import { materialRow, member, openTestApp, type TestApp } from '../support/app.ts'

/** The first start draws what is seen first: the popular and the newest of each world, before a hundred others. */

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('covers come in the order of the shelves, in every world', async () => {
  const { db } = app.deps
  const author = await member(app, 'author', { isSeller: true })
  await db.updateTable('account').set({ creation_source: 'demo' }).where('id', '=', author.id).execute()
  const ids = new Map<string, number[]>()
  for (const world of ['de', 'fr']) {
    const own: number[] = []
    for (let at = 0; at < 40; at += 1) {
      const id = await materialRow(app, { authorId: author.id, world })
      // The older, the more popular.
      const published = new Date(Date.now() - at * 86_400_000)
      await db
        .updateTable('material')
        .set({ published_at: published, popularity: at, preview_state: 'pending' })
        .where('id', '=', id)
        .execute()
      await db
        .updateTable('material_search')
        .set({ published_at: published, popularity: at })
        .where('material_id', '=', id)
        .execute()
      own.push(id)
    }
    ids.set(world, own)
  }
  const { first, later } = await drawingOrder(app.deps)
  const shelvesOf = (world: string) =>
    first
      .filter((each) => each.world === world)
      .map(({ materialId }) => materialId)
      .toSorted((a, b) => a - b)
  for (const [world, own] of ids)
    expect(shelvesOf(world)).toEqual([...own.slice(0, 12), ...own.slice(-12)].toSorted((a, b) => a - b))
  expect(later).toHaveLength(2 * 16)
})
