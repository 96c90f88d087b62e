import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

interface Owner {
  world: string
  accountId: number
}

export interface DocumentRow {
  id: number
  tool: string
  language: string
  title: string
  text: string
  version: number
  updated_at: Date
}

const columns = ['id', 'tool', 'language', 'title', 'text', 'version', 'updated_at'] as const

/** Holds the account for the rest of the transaction, and counts what lies outside the trash. */
export async function lockedCount(tx: Db, { world, accountId }: Owner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with held as (select id from account where id = ${accountId} for no key update)
    select count(d.id)::int as count from held left join ai_document d
      on d.account_id = held.id and d.world = ${world} and d.deleted_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertDocument(
  tx: Db,
  { world, accountId }: Owner,
  document: Pick<DocumentRow, 'tool' | 'language' | 'title' | 'text'>,
): Promise<DocumentRow> {
  return await tx
    .insertInto('ai_document')
    .values({ world, account_id: accountId, ...document })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Newest first; `isDeleted`: those in the trash. */
export async function documentRows(
  db: Db,
  { world, accountId }: Owner,
  { isDeleted, most }: { isDeleted: boolean; most: number },
): Promise<Pick<DocumentRow, 'id' | 'title' | 'updated_at'>[]> {
  return await db
    .selectFrom('ai_document')
    .select(['id', 'title', 'updated_at'])
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export async function findDocument(
  db: Db,
  { world, accountId }: Owner,
  id: number,
): Promise<DocumentRow | undefined> {
  return await db
    .selectFrom('ai_document')
    .select(columns)
    .where('id', '=', id)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Undefined: it is gone, or another version is there. */
export async function writeDocument(
  db: Db,
  { world, accountId }: Owner,
  change: { id: number; title: string; text: string; version: number },
): Promise<DocumentRow | undefined> {
  return await db
    .updateTable('ai_document')
    .set({
      title: change.title,
      text: change.text,
      version: change.version + 1,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', change.id)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('version', '=', change.version)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Into the trash, or out of it. False: there is none of that id. */
export async function moveDocument(
  db: Db,
  { world, accountId }: Owner,
  id: number,
  isDeleted: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ai_document')
    .set({ deleted_at: isDeleted ? sql<Date>`coalesce(deleted_at, now())` : null })
    .where('id', '=', id)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Empties the trash of what lies there longer than so many days. */
export async function deleteOldDocuments(db: Db, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('ai_document')
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
