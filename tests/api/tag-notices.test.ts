import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database.ts'

/*
 * Tags of pages are announced by events of services. Two triggers do it, too: for rows that operators write by hand, beside the
 * product (docs/operating.md has both). A third one would be a service that does not say what it does.
 */

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('the database announces tags by itself only for what operators write by hand', async () => {
  const { rows } = await sql<{ name: string; table: string }>`
    select routine.proname as name, class.relname as table
    from pg_proc routine left join pg_trigger on tgfoid = routine.oid left join pg_class class on class.oid = tgrelid
    where routine.prosrc like '%cache_tags%' order by name`.execute(database.db)
  expect(rows).toEqual([
    { name: 'keep_hub_intro', table: 'hub' },
    { name: 'tell_author_domains', table: 'author_domain' },
  ])
})
