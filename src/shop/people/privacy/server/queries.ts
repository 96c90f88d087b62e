import { type RawBuilder, sql } from 'kysely'
import type { PersonalTable } from '#platform/context/personal-table.ts'
import type { Db } from '#platform/db/pool.ts'

/** Whose data it is, in the ways in which tables name persons. */
export interface Subject {
  accountId: number
  email: string
}

/** Columns that no copy shows: secrets, hashes of them, and keys to the product's storage. */
const hidden: ReadonlySet<string> = new Set([
  ...['storage_key', 'editor_key', 'code_challenge'],
  // Of a link that was mailed: what it will change, a password's hash among it.
  'payload',
])
const isHidden = (name: string) => hidden.has(name) || name.endsWith('_hash') || name.startsWith('#')

/** So many rows are in memory at once. */
const pageSize = 500

export type ExportedRow = Readonly<Record<string, unknown>>

/**
 * The rows of a table that belong to a person, in pages, without secrets; with what their feature says besides, and with
 * the names of the materials and programs they only number.
 */
export async function* pagesOf(
  db: Db,
  table: PersonalTable,
  subject: Subject,
): AsyncGenerator<readonly ExportedRow[]> {
  const besides = Object.entries(table.besides ?? {}).map(
    ([name, statement]) => sql`, (${sql.raw(statement)}) as ${sql.ref(name)}`,
  )
  let part = '0'
  let place = '(0,0)'
  for (;;) {
    // By where a row lies, which every table has; a table of all worlds lies in several parts.
    const { rows } = await sql<Record<string, unknown>>`
      select own.*${besides.length > 0 ? sql.join(besides, sql``) : sql``},
        own.tableoid::bigint::text as "#part", own.ctid::text as "#place"
      from ${sql.table(table.table)} own
      where ${isTheirs(table, subject)} and (own.tableoid::bigint, own.ctid) > (${part}::bigint, ${place}::tid)
      order by own.tableoid::bigint, own.ctid limit ${pageSize}`.execute(db)
    if (rows.length > 0) yield await withNames(db, rows)
    if (rows.length < pageSize) return
    part = String(rows.at(-1)?.['#part'])
    place = String(rows.at(-1)?.['#place'])
  }
}

/** Rows as they are handed out: no secrets, and beside a number of a material or a program its name. */
async function withNames(db: Db, rows: readonly Record<string, unknown>[]): Promise<ExportedRow[]> {
  const numbers = (column: string) => [...new Set(rows.flatMap((row) => row[column] ?? []))]
  const titles = new Map<string, string>()
  const materials = numbers('material_id').map(Number)
  if (materials.length > 0) {
    const found = await db
      .selectFrom('material')
      .where('id', 'in', materials)
      .select(['world', 'id', 'title'])
      .execute()
    for (const { world, id, title } of found) titles.set(`${world} ${id}`, title)
  }
  const programs = new Map<unknown, string>()
  const clients = numbers('client_id').map(String)
  if (clients.length > 0) {
    const found = await db
      .selectFrom('oauth_client')
      .where('id', 'in', clients)
      .select(['id', 'name'])
      .execute()
    for (const { id, name } of found) programs.set(id, name)
  }
  return rows.map((row) => {
    const shown = Object.entries(row).filter(([name, value]) => !isHidden(name) && !Buffer.isBuffer(value))
    const title = titles.get(`${row.world} ${row.material_id}`)
    const program = programs.get(row.client_id)
    return {
      ...Object.fromEntries(shown),
      ...(title !== undefined && { material_title: title }),
      ...(program !== undefined && { program }),
    }
  })
}

/** Does to a table what erasing says. */
export async function eraseRows(db: Db, table: PersonalTable, subject: Subject): Promise<void> {
  const where = isTheirs(table, subject)
  const name = sql.table(table.table)
  const isSpared = sql.raw(table.spares?.where ?? 'false')
  if (table.erase === 'delete')
    await sql`delete from ${name} where ${where} and not coalesce(${isSpared}, false)`.execute(db)
  else if (table.erase === 'detach')
    await sql`update ${name} set ${sql.ref(table.account)} = null where ${where}`.execute(db)
  else if (table.erase.emptied !== undefined) {
    const changes = Object.entries(table.erase.emptied).map(
      ([column, value]) => sql`${sql.ref(column)} = ${sql.raw(value)}`,
    )
    await sql`update ${name} set ${sql.join(changes)} where ${where}`.execute(db)
  }
}

function isTheirs({ account }: PersonalTable, { accountId, email }: Subject): RawBuilder<boolean> {
  const column = sql.ref(account)
  if (account === 'owner') return sql<boolean>`${column} = ${`a:${accountId}`}`
  if (account === 'ledger_account') return sql<boolean>`${column} = ${`author:${accountId}`}`
  if (account === 'email' || account === 'recipient') return sql<boolean>`${column} = ${email}`
  return sql<boolean>`${column} = ${accountId}`
}

/** The account to erase, held until it is done; undefined when it was kept or is erased already. */
export async function lockClosed(db: Db, accountId: number) {
  return await db
    .selectFrom('account')
    .where('id', '=', accountId)
    .where('erase_at', '<=', sql<Date>`now()`)
    .select(['email', 'public_name', 'world'])
    .forUpdate()
    .executeTakeFirst()
}

export async function accountsToErase(db: Db): Promise<{ id: number }[]> {
  return await db
    .selectFrom('account')
    .where('erase_at', '<=', sql<Date>`now()`)
    .select('id')
    .orderBy('erase_at')
    .limit(100)
    .execute()
}

/** Stored files that are the person's own: pictures, and copies of their data. */
export async function picturesOf(db: Db, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from (
      select image_key as key from account where id = ${accountId}
      union select image_key from author_profile where account_id = ${accountId}
      union select background_key from author_profile where account_id = ${accountId}
      union select storage_key from data_export where account_id = ${accountId}
    ) keys where key is not null`.execute(db)
  return rows.map(({ key }) => key)
}

/** The files a member uploaded, and the own pictures, with a name for a copy. */
export async function filesOf(db: Db, accountId: number): Promise<{ key: string; name: string }[]> {
  const { rows } = await sql<{ key: string; name: string }>`
    select f.storage_key as key, 'materials/' || f.material_id || '/' || f.id || '-' || f.name as name
      from material_file f join material m on m.world = f.world and m.id = f.material_id
      where m.author_id = ${accountId}
    union all select image_key, 'posts/' || id || '.webp' from post_picture where author_id = ${accountId}
    union all select 'unit/' || left(hash, 2) || '/' || hash || '.webp', 'exercises/' || hash || '.webp'
      from unit_asset where account_id = ${accountId}
    union all select image_key, 'pictures/avatar.webp' from account
      where id = ${accountId} and image_key is not null
    union all select background_key, 'pictures/background.webp' from author_profile
      where account_id = ${accountId} and background_key is not null`.execute(db)
  return rows
}

export async function insertExport(db: Db, accountId: number, world: string): Promise<number> {
  const row = await db
    .insertInto('data_export')
    .values({ account_id: accountId, world })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function exportsOf(db: Db, accountId: number) {
  return await db
    .selectFrom('data_export')
    .where('account_id', '=', accountId)
    .select(['id', 'storage_key', 'size_bytes', 'created_at', 'ready_at'])
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
}

export async function findExport(db: Db, exportId: number) {
  return await db
    .selectFrom('data_export')
    .innerJoin('account', 'account.id', 'data_export.account_id')
    .where('data_export.id', '=', exportId)
    .select([
      'data_export.id',
      'data_export.account_id',
      'data_export.world',
      'data_export.storage_key',
      'account.email',
      'account.public_name',
    ])
    .executeTakeFirst()
}

export async function finishExport(
  db: Db,
  exportId: number,
  file: { key: string; sizeBytes: number },
): Promise<void> {
  await db
    .updateTable('data_export')
    .set({ storage_key: file.key, size_bytes: file.sizeBytes, ready_at: sql<Date>`now()` })
    .where('id', '=', exportId)
    .execute()
}

/** Removes copies that are old enough; answers their files. */
export async function deleteOldExports(db: Db, days: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('data_export')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .returning('storage_key')
    .execute()
  return rows.flatMap(({ storage_key }) => storage_key ?? [])
}
