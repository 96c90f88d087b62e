import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedBench } from '#server/demo/load/load.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('the catalogue of load tests fits the tables of today: every material is found, sampled and gathered', async () => {
  const { rows } = await seedBench(database.databaseUrl, 'de', 600)
  expect(rows).toBe(600)
  const { db } = database
  const found = await db
    .selectFrom('material_search')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('world', '=', 'de')
    .executeTakeFirstOrThrow()
  expect(found.count).toBe(600)
  const hubs = await db
    .selectFrom('hub')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('material_count', '>', 0)
    .executeTakeFirstOrThrow()
  expect(hubs.count).toBeGreaterThan(50)
})

test('what the trigger would have kept of each row, the bulk load kept itself', async () => {
  const { rows } = await database.pool.query<{ wrong: number }>(`
    select count(*)::integer as wrong from material_search
    where not facets @> search_attributes(price_cents, rating_avg, language, formats, is_interactive, page_count, has_solutions)`)
  expect(rows[0]?.wrong).toBe(0)
})
