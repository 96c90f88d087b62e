import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { plainRole } from '#platform/roles.ts'

/** The member somebody means: by number or by address. */
export async function findTarget(db: Db, who: { id: number } | { email: string }) {
  return await db
    .selectFrom('account')
    .where((where) => ('id' in who ? where('id', '=', who.id) : where('email', '=', who.email)))
    .where('disabled_at', 'is', null)
    .select(['id', 'email', 'public_name', 'role', 'world'])
    .executeTakeFirst()
}

/** Members whose public name has these words, or the one of a number or address, the newest first; nobody who may more than members. */
export async function findNamed(
  db: Db,
  who: { name: string } | { id: number } | { email: string },
  limit: number,
) {
  return await db
    .selectFrom('account')
    .where('disabled_at', 'is', null)
    .where('role', '=', plainRole)
    .where((where) => {
      if ('name' in who) return sql<boolean>`position(fold(${who.name}) in fold(public_name)) > 0`
      return 'id' in who ? where('id', '=', who.id) : where('email', '=', who.email)
    })
    .select(['id', 'public_name', 'email', 'world', 'is_seller'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertLoginAs(
  db: Db,
  row: { adminId: number; accountId: number; reason: string },
): Promise<number> {
  const inserted = await db
    .insertInto('login_as')
    .values({ admin_id: row.adminId, account_id: row.accountId, reason: row.reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

/** One row for one request; nothing happens for a session that has ended. */
export async function insertRequest(
  db: Db,
  sessionHash: Buffer,
  request: { method: string; path: string },
): Promise<void> {
  await db
    .insertInto('login_as_request')
    .columns(['login_as_id', 'method', 'path'])
    .expression((from) =>
      from
        .selectFrom('session')
        .where('token_hash', '=', sessionHash)
        .where('login_as_id', 'is not', null)
        .select((row) => [
          row.ref('login_as_id').$notNull().as('login_as_id'),
          sql<string>`${request.method}`.as('method'),
          sql<string>`${request.path}`.as('path'),
        ]),
    )
    .execute()
}

/** The newest times somebody acted in another one's name, with how many requests that were. */
export async function newestLoginAs(db: Db, limit: number) {
  return await db
    .selectFrom('login_as')
    .innerJoin('account', 'account.id', 'login_as.account_id')
    .leftJoin('account as admin', 'admin.id', 'login_as.admin_id')
    .select([
      'login_as.id',
      'login_as.reason',
      'login_as.created_at',
      'account.id as account_id',
      'account.public_name',
      'admin.public_name as admin_name',
    ])
    .select((row) =>
      row
        .selectFrom('login_as_request')
        .whereRef('login_as_request.login_as_id', '=', 'login_as.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('requests'),
    )
    .orderBy('login_as.id', 'desc')
    .limit(limit)
    .execute()
}

/** Ends the record of who acted for whom after so many days. @returns how many rows went */
export async function deleteOldLoginAs(db: Db, days: number): Promise<number> {
  const deleted = await db
    .deleteFrom('login_as')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
