import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type GenerateOptions, generate, getDialect } from 'kysely-codegen'
import { startEmbeddedPostgres } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'

/*
 * `npm run db:types` writes schema.ts, the types of all tables and views, from a fresh database with every migration.
 * kysely-codegen reads the columns. Added here, from the database as well: literal unions of CHECK constraints, and
 * columns only the database may write. tests/api/schema.test.ts fails where schema.ts is not what this writes.
 */

const target = new URL('./schema.ts', import.meta.url)

const settings = {
  dateParser: 'string',
  numericParser: 'string',
} as const

const options = {
  includePattern: 'public.*',
  excludePattern: 'public.{pg_stat_*,schema_migration}',
  defaultSchemas: ['public'],
  typeMapping: { int8: 'number', jsonb: 'Jsonb' },
  customImports: {
    Begun: '#exercises/model/pages/task-time.ts',
    GeneratedAlways: 'kysely',
    Jsonb: './jsonb.ts',
    JsonbObject: './jsonb.ts',
    NotificationKind: '#shop/community/notifications/rules/contract.ts',
    PayoutStatus: '#shop/money/payouts/rules/payout.ts',
    ProgramScope: '#platform/scopes.ts',
    ReportReason: '#platform/rules/contract/feedback.ts',
    SaleTreatment: '#platform/rules/money/sale-tax.ts',
  },
} satisfies Partial<GenerateOptions>

/** What no constraint says. A column that does not exist is an error. */
const overrides: Readonly<Record<string, string>> = {
  'authorization_code.scopes': 'ProgramScope[]',
  'email_token.payload': 'Generated<JsonbObject>',
  // The columns of views have no constraints.
  'material_price.cents': 'number',
  'material_price.is_on_sale': 'boolean',
  'material_price.material_id': 'number',
  'material_price.world': 'string',
  'moderation_decision.category': 'ReportReason',
  'notification.data': 'JsonbObject',
  'notification.kind': 'NotificationKind',
  'owned_material.account_id': 'number',
  'owned_material.material_id': 'number',
  'owned_material.world': 'string',
  'payout_event.from_status': 'PayoutStatus | null',
  'payout_event.to_status': 'PayoutStatus',
  'personalisation.preferences': 'JsonbObject | null',
  'room_participant.begun': 'Generated<ColumnType<Begun, string, string>>',
  'session.scopes': 'ProgramScope[] | null',
  // A hash of 64 bits: as a number it would lose its last ones, so it is only written.
  'task_sketch.print': 'ColumnType<never, bigint, never>',
  // Drawn by the database at the commit: null is what only that transaction sees.
  'tax_document.number': 'GeneratedAlways<string>',
  'tax_document.serial': 'GeneratedAlways<number>',
  'tax_evidence.treatment': 'SaleTreatment | null',
  'taxonomy_term.data': 'Generated<JsonbObject>',
}

type Codegen = Parameters<NonNullable<GenerateOptions['postprocess']>>[0]

/** @returns the text of schema.ts for a migrated database */
export async function schemaOf(databaseUrl: string): Promise<string> {
  const dialect = getDialect('postgres', settings)
  const db = await dialect.introspector.connect({ connectionString: databaseUrl, dialect })
  try {
    const text = await generate({
      ...options,
      db,
      dialect,
      outFile: null,
      postprocess: withFactsOfDatabase,
      overrides: { columns: { ...(await readOnlyColumns(db)), ...overrides } },
    })
    return text
      .replace(
        /^\/\*\*[\s\S]*?\*\/\n/,
        '// Written by `npm run db:types` (generate-schema.ts); do not edit.\n',
      )
      .replace('export interface DB {', 'export interface Database {')
  } finally {
    await db.destroy()
  }
}

/** The words a column may have by a CHECK constraint of this column alone; the type is their union. */
async function withFactsOfDatabase({ db, metadata }: Codegen): Promise<Codegen['metadata']> {
  const { rows } = await sql<{ table: string; column: string; definition: string }>`
    select c.conrelid::regclass::text as table, a.attname as column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace
    order by c.conname`.execute(db)
  for (const { table, column, definition } of rows) {
    const words = wordsOf(definition)
    const found = metadata.tables
      .find(({ name }) => name === table)
      ?.columns.find(({ name }) => name === column)
    if (words && found) found.enumValues = words
  }
  const known = new Set(
    metadata.tables.flatMap(({ name, columns }) => columns.map((each) => `${name}.${each.name}`)),
  )
  const unknown = Object.keys(overrides).filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`No such column: ${unknown.join(', ')}`)
  return metadata
}

const oneOfWords = /^CHECK \(\(+"?\w+"?\)? (?:= ANY|<@) \(?ARRAY\[(.+?)\](?:::text\[\])?\)+(?: NOT VALID)?$/

function wordsOf(definition: string): string[] | undefined {
  const list = oneOfWords.exec(definition)?.[1]
  return list === undefined ? undefined : [...list.matchAll(/'([^']*)'::/g)].map(([, word = '']) => word)
}

/** GENERATED ALWAYS: PostgreSQL refuses a value, so the type has none for inserts and updates. */
async function readOnlyColumns(db: Codegen['db']): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; type: string; is_nullable: boolean }>`
    select table_name || '.' || column_name as name, udt_name as type, is_nullable = 'YES' as is_nullable
    from information_schema.columns
    where table_schema = 'public' and (is_generated = 'ALWAYS' or identity_generation = 'ALWAYS')`.execute(db)
  return Object.fromEntries(
    rows.map(({ name, type, is_nullable }) => [
      name,
      `GeneratedAlways<${typeOf(type)}${is_nullable ? ' | null' : ''}>`,
    ]),
  )
}

function typeOf(type: string): string {
  if (type.startsWith('_')) return `${typeOf(type.slice(1))}[]`
  if (/^(?:int|float)\d$/.test(type)) return 'number'
  if (type === 'bool') return 'boolean'
  if (/^(?:text|citext|tsvector|numeric|date)$/.test(type)) return 'string'
  throw new Error(`What is ${type} in TypeScript?`)
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aularium-types-'))
  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  try {
    await migrate({ databaseUrl: server.databaseUrl })
    await writeFile(target, await schemaOf(server.databaseUrl))
  } finally {
    await server.destroy()
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
