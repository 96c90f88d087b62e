import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropIndexes, openNotes } from '#demo/load/indexes.ts'
import { seedBench } from '#demo/load/load.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** Every index and key of the database, as it was made. */
async function indexes(): Promise<string[]> {
  const { rows } = await database.pool.query<{ definition: string }>(`
    select pg_get_indexdef(indexrelid) || coalesce(pg_get_constraintdef(held.oid), '') as definition
    from pg_index left join pg_constraint held on held.conindid = indexrelid and held.contype <> 'f'
    where indrelid::regclass::text !~ '^pg_' order by 1`)
  return rows.map(({ definition }) => definition)
}

/** What the landings are, whatever their numbers. */
async function landings(): Promise<unknown[]> {
  const { rows } = await database.pool.query(`
    select kind, key, school_type, subject, grade, material_count, free_count, min_price_cents, max_price_cents, set_mark,
      (select array_agg(array[material_id, popularity, price_cents] order by material_id)
        from hub_material member where member.world = hub.world and member.hub_id = hub.id) as members
    from hub where world = 'de' and material_count > 0 order by kind, key`)
  return rows
}

test('the catalogue of load tests fits the tables of today: every material is found, sampled and gathered', async () => {
  const before = await indexes()
  const { rows } = await seedBench(database.databaseUrl, 'de', 600)
  expect(await indexes()).toEqual(before)
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

test('titles are found by their own words, addresses are made of them, and every word can be suggested', async () => {
  const { rows } = await database.pool.query<{ id: string; title: string }>(`
    select id, title from material join material_search search on search.world = material.world and material_id = id
    where not document @@ plainto_tsquery('german', fold(replace(title, ':', ' ')))
      or search.words <> string_to_array(replace(fold(title), ':', ''), ' ')
      or slug <> trim('-' from regexp_replace(fold(title), '[^a-z0-9]+', '-', 'g'))`)
  expect(rows).toEqual([])
  const unknown = await database.pool.query(`
    select word from (select distinct unnest(words) as word from material_search) as used
    where length(word) >= 3 and word !~ '[^[:alpha:]]' and word not in (select word from search_word)`)
  expect(unknown.rows).toEqual([])
})

test('the landings are those that the database derives material by material', async () => {
  const loaded = await landings()
  expect(loaded.length).toBeGreaterThan(50)
  await database.pool.query("select rebuild_hubs('de')")
  expect(await landings()).toEqual(loaded)
})

test('a second load goes beside the first, which stays in its landings, and repairs what one before left', async () => {
  const before = await indexes()
  await openNotes(database.db)
  await dropIndexes(database.db, ['hub'], 'no keys')
  await dropIndexes(database.db, ['hub_material'], 'keys')
  expect((await indexes()).length).toBeLessThan(before.length)
  // What a list of keywords can hold: a blank, one word in two spellings, a subject's own name, more than three topics.
  await database.pool.query(`
    update material set keywords = '{" ",Brüche,"brüche ",Mathematik,Dezimalzahlen,Rechnen,Zahlen}', subjects = array_append(subjects, 'de-mathematics')
    where id in (select id from material where world = 'de' order by id limit 20)`)
  await seedBench(database.databaseUrl, 'de', 50)
  expect(await indexes()).toEqual(before)
  const loaded = await landings()
  await database.pool.query("select rebuild_hubs('de')")
  expect(await landings()).toEqual(loaded)
})
