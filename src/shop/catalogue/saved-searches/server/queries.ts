import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface SavedSearchRow {
  id: number
  name: string
  params: string
  wants_mail: boolean
  created_at: Date
  checked_until: Date
}

interface Owner {
  world: string
  accountId: number
}

const columns = ['id', 'name', 'params', 'wants_mail', 'created_at', 'checked_until'] as const

/** Newest first; deleted ones are left out. */
export async function savedRows(
  db: Db,
  { world, accountId }: Owner,
  limit: number,
): Promise<SavedSearchRow[]> {
  return await db
    .selectFrom('saved_search')
    .select(columns)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Holds the member's account for the rest of the transaction: searches are counted one after the other. */
export async function countSaved(tx: Db, { world, accountId }: Owner): Promise<number> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const row = await tx
    .selectFrom('saved_search')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function findByParams(
  db: Db,
  { world, accountId }: Owner,
  params: string,
): Promise<SavedSearchRow | undefined> {
  return await db
    .selectFrom('saved_search')
    .select(columns)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('params', '=', params)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A deleted one with the same search comes back under the new name. */
export async function insertSaved(
  db: Db,
  { world, accountId }: Owner,
  search: { name: string; params: string; wantsMail: boolean },
): Promise<SavedSearchRow> {
  const { name, params, wantsMail } = search
  const values = { name, wants_mail: wantsMail }
  const now = sql<Date>`now()`
  return await db
    .insertInto('saved_search')
    .values({ world, account_id: accountId, params, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['world', 'account_id', 'params'])
        .doUpdateSet({ ...values, deleted_at: null, created_at: now, checked_until: now }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Undefined when the member has no such search (any more). From mail to mail only what is new from now on counts. */
export async function changeSaved(
  db: Db,
  { world, accountId }: Owner,
  change: { id: number; name?: string | undefined; wantsMail?: boolean | undefined },
): Promise<SavedSearchRow | undefined> {
  const { id, name, wantsMail } = change
  return await db
    .updateTable('saved_search')
    .set((eb) => ({
      name: name ?? eb.ref('name'),
      wants_mail: wantsMail ?? eb.ref('wants_mail'),
      checked_until:
        wantsMail === undefined
          ? eb.ref('checked_until')
          : sql<Date>`case when wants_mail then checked_until else now() end`,
    }))
    .where('id', '=', id)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** No mails for any search of a member, in whichever world. */
export async function muteSearches(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('saved_search')
    .set({ wants_mail: false })
    .where('account_id', '=', accountId)
    .where('wants_mail', '=', true)
    .execute()
}

/** Marks as deleted, or takes the mark away within `undoDays`. Undefined when there is none to mark. */
export async function markDeleted(
  db: Db,
  { world, accountId }: Owner,
  mark: { id: number; isDeleted: boolean; undoDays: number },
): Promise<SavedSearchRow | undefined> {
  const query = db
    .updateTable('saved_search')
    .set({ deleted_at: mark.isDeleted ? sql<Date>`now()` : null })
    .where('id', '=', mark.id)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
  const found = mark.isDeleted
    ? query.where('deleted_at', 'is', null)
    : query.where('deleted_at', '>', sql<Date>`now() - ${mark.undoDays} * interval '1 day'`)
  return await found.returning(columns).executeTakeFirst()
}

/** A deleted search that can still come back. */
export async function findDeleted(
  db: Db,
  { world, accountId }: Owner,
  search: { id: number; undoDays: number },
): Promise<SavedSearchRow | undefined> {
  return await db
    .selectFrom('saved_search')
    .select(columns)
    .where('id', '=', search.id)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('deleted_at', '>', sql<Date>`now() - ${search.undoDays} * interval '1 day'`)
    .executeTakeFirst()
}

// ------------------------------------------------------------------ the daily mail

/** Members of a world above an account id who want mails and can get them, in order. */
export async function mailReaders(
  db: Db,
  world: string,
  page: { afterId: number; limit: number },
): Promise<{ id: number; email: string; public_name: string }[]> {
  return await db
    .selectFrom('account')
    .select(['id', 'email', 'public_name'])
    .where('id', '>', page.afterId)
    .where('disabled_at', 'is', null)
    .where('email_confirmed_at', 'is not', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('saved_search')
        .select('account_id')
        .where('world', '=', world)
        .where('wants_mail', '=', true)
        .where('deleted_at', 'is', null),
    )
    .orderBy('id')
    .limit(page.limit)
    .execute()
}

/** The searches of a member that want mails, held for the rest of the transaction. */
export async function searchesToCheck(
  tx: Db,
  { world, accountId }: Owner,
  limit: number,
): Promise<SavedSearchRow[]> {
  return await tx
    .selectFrom('saved_search')
    .select(columns)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('wants_mail', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

/** Which of these materials were published in a time (from excluded, until included), newest first. */
export async function publishedIn(
  db: Db,
  world: string,
  time: { ids: readonly number[]; from: Date; until: Date },
): Promise<{ id: number; title: string }[]> {
  if (time.ids.length === 0) return []
  return await db
    .selectFrom('material')
    .select(['id', 'title'])
    .where('world', '=', world)
    .where('id', 'in', time.ids)
    .where('status', '=', 'published')
    .where('published_at', '>', time.from)
    .where('published_at', '<=', time.until)
    .orderBy('published_at', 'desc')
    .limit(time.ids.length)
    .execute()
}

export async function noteChecked(db: Db, world: string, ids: readonly number[], until: Date): Promise<void> {
  await db
    .updateTable('saved_search')
    .set({ checked_until: until })
    .where('world', '=', world)
    .where('id', 'in', [...ids])
    .execute()
}
