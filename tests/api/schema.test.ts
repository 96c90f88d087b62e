import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaOf } from '#platform/db/generate-schema.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const columnsOf = (text: string, table: string) =>
  new RegExp(`export interface ${table} \\{\n([^}]*)\\}`).exec(text)?.[1] ?? ''

test('the types of tables are those of the migrated database: npm run db:types', async () => {
  const written = await readFile(new URL('../../src/platform/db/schema.ts', import.meta.url), 'utf8')
  expect(await schemaOf(database.databaseUrl)).toBe(written)
})

test('a column, a constraint or a view that is added changes them', async () => {
  await database.pool.query(`
    create table lamp (
      id bigint generated always as identity, colour text not null check (colour in ('red', 'green')),
      twice integer not null generated always as (2) stored, data jsonb not null default '{}', day date,
      marks text[] not null check (marks <@ array['a', 'b']));
    create view bright as select colour from lamp`)
  const text = await schemaOf(database.databaseUrl)
  expect(columnsOf(text, 'Lamp').split('\n')).toEqual([
    '  colour: "red" | "green";',
    '  data: Generated<Jsonb>;',
    '  day: string | null;',
    '  id: GeneratedAlways<number>;',
    '  marks: ArrayType<"a" | "b">;',
    '  twice: GeneratedAlways<number>;',
    '',
  ])
  expect(columnsOf(text, 'Bright')).toBe('  colour: string | null;\n')
})

test('an override of a column that is gone is an error', async () => {
  await database.pool.query('alter table tax_evidence rename column treatment to handling')
  await expect(schemaOf(database.databaseUrl)).rejects.toThrow('tax_evidence.treatment')
})
