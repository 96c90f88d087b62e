import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PersonalTable } from '#platform/context/personal-table.ts'
import type { Db } from '#platform/db/pool.ts'

interface Column {
  name: string
  type: string
  isNeeded: boolean
  /** The first of the words a constraint allows. */
  allowed: string | null
}

export interface Subject {
  id: number
  email: string
}

/** What stands in the column by which a table names its person. */
export function keyOf({ account }: Pick<PersonalTable, 'account'>, { id, email }: Subject): string {
  if (account === 'owner') return `a:${id}`
  if (account === 'ledger_account') return `author:${id}`
  return account === 'email' || account === 'recipient' ? email : String(id)
}

export async function rowsOfPerson(
  db: Db,
  { table, account }: Pick<PersonalTable, 'table' | 'account'>,
  person: Subject,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
    where ${sql.ref(account)}::text = ${keyOf({ account }, person)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Columns somebody may write; those with a default are left to it, unless they hold words. */
async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select column_name as name, udt_name as type, is_nullable = 'NO' and column_default is null as "isNeeded",
      (select (regexp_match(pg_get_constraintdef(c.oid), '^CHECK \\(\\((\\w+) = ANY \\(ARRAY\\[''([^'']+)'))[2]
        from pg_constraint c where c.conrelid = table_name::regclass and c.contype = 'c'
          and pg_get_constraintdef(c.oid) like 'CHECK ((' || column_name || ' = ANY (ARRAY[%' limit 1) as allowed
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO'
    order by ordinal_position`.execute(db)
  return rows
}

function sampleOf({ name, type, isNeeded, allowed }: Column, words: string): unknown {
  if (name === 'world') return 'de'
  if (allowed !== null) return isNeeded ? allowed : undefined
  if (name.includes('country')) return 'DE'
  if (name.includes('currency')) return 'EUR'
  if (name.endsWith('_key')) return `${name}/personal.pdf`
  if (type === 'text' || type === 'citext') return words
  if (!isNeeded) return undefined
  if (type === 'uuid') return randomUUID()
  if (type === 'bytea') return Buffer.from([1])
  if (type === 'jsonb') return '{}'
  if (type === 'bool') return false
  if (type === 'timestamptz' || type === 'date') return new Date(0)
  return type.startsWith('_') ? [] : 1
}

/**
 * Writes a row of a person into a table that has none: words into every column that takes some, and `given` where only
 * certain values are allowed. What it points at need not be there.
 */
export async function insertPersonalRow(
  db: Db,
  row: Pick<PersonalTable, 'table' | 'account'>,
  { person, words, given }: { person: Subject; words: string; given: Readonly<Record<string, unknown>> },
): Promise<void> {
  const values: Record<string, unknown> = {}
  for (const column of await columnsOf(db, row.table)) {
    const value = sampleOf(column, words)
    if (value !== undefined) values[column.name] = value
  }
  const all = Object.entries({ ...values, [row.account]: keyOf(row, person), ...given }).filter(
    ([, value]) => value !== null,
  )
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into ${sql.table(row.table)} (${sql.join(all.map(([name]) => sql.ref(name)))})
      values (${sql.join(all.map(([, value]) => value))})`.execute(tx)
  })
}
