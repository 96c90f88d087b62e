import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'
import { cleaningVersion } from '#platform/limits.ts'

export type UploadRow = Selectable<Database['upload']>

/** So long a request may write without saying that it still does. */
const holdSeconds = 30

export async function insertUpload(
  db: Db,
  upload: Pick<UploadRow, 'id' | 'world' | 'account_id' | 'name' | 'size_bytes' | 'storage_key'>,
): Promise<void> {
  await db.insertInto('upload').values(upload).execute()
}

/** An upload of this member, whether all of it is here or not. */
export async function findUpload(
  db: Db,
  { id, accountId }: { id: string; accountId: number },
): Promise<UploadRow | undefined> {
  return db
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The member's uploads of a world, the oldest first; `ids`: only those. */
export async function listUploads(
  db: Db,
  { world, accountId, ids }: { world: string; accountId: number; ids?: readonly string[] },
): Promise<UploadRow[]> {
  return db
    .selectFrom('upload')
    .selectAll()
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .$if(ids !== undefined, (rows) => rows.where(sql<boolean>`id = any(${ids ?? []}::uuid[])`))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** What a member has under way: number and bytes, of all worlds. */
export async function openUploads(db: Db, accountId: number): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await db
    .selectFrom('upload')
    .select((eb) => [
      eb.fn.countAll<string>().as('count'),
      eb.fn.coalesce(eb.fn.sum<string>('size_bytes'), sql<string>`0`).as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes) }
}

/** Notes what a whole file was found to be. */
export async function writeFindings(
  db: Db,
  id: string,
  found: Pick<
    UploadRow,
    | 'storage_key'
    | 'size_bytes'
    | 'type'
    | 'media_type'
    | 'page_count'
    | 'is_tagged'
    | 'has_text'
    | 'left_parts'
    | 'has_title'
    | 'has_language'
    | 'sha256'
    | 'trace'
  >,
): Promise<void> {
  await db
    .updateTable('upload')
    .set({ ...found, cleaned_by: cleaningVersion, ready_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Takes rows away; answers those that were there. */
export async function deleteUploads(
  db: Db,
  { accountId, ids }: { accountId: number; ids: readonly string[] },
): Promise<UploadRow[]> {
  if (ids.length === 0) return []
  return db
    .deleteFrom('upload')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .returningAll()
    .execute()
}

/** Takes rows away that are older than a day and that nobody writes to. */
export async function deleteExpired(db: Db, hours: number): Promise<{ storage_key: string }[]> {
  const { rows } = await sql<{ storage_key: string }>`
    delete from upload where coalesce(ready_at, created_at) < now() - make_interval(hours => ${hours})
      and (held_until is null or held_until < now()) returning storage_key`.execute(db)
  return rows
}

/** Whether the upload is this request's alone now; true as well for one that is not there yet. */
export async function holdUpload(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    with taken as (update upload set held_until = now() + make_interval(secs => ${holdSeconds})
      where id = ${id}::uuid and (held_until is null or held_until < now()) returning 1)
    select not exists (select from taken) and exists (select from upload where id = ${id}::uuid) as is_held`.execute(
    db,
  )
  return rows[0]?.is_held === false
}

/** Says that those who hold them still write. One that is given back, or being changed by somebody else, is left alone. */
export async function keepHolding(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update upload set held_until = now() + make_interval(secs => ${holdSeconds})
    where id in (select id from upload where id = any(${ids}::uuid[]) and held_until is not null for update skip locked)`.execute(
    db,
  )
}

export async function releaseUpload(db: Db, id: string): Promise<void> {
  await db.updateTable('upload').set({ held_until: null }).where('id', '=', id).execute()
}

/** Bytes of all files and videos of an author in all worlds; those of deleted materials are kept for their buyers. */
export async function storedBytes(db: Db, authorId: number): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce((select sum(file.size_bytes) from material_file as file
        join material on material.world = file.world and material.id = file.material_id
        where material.author_id = ${authorId}), 0)
      + coalesce((select sum(file.size_bytes) from material_former_file as file
        join material on material.world = file.world and material.id = file.material_id
        where material.author_id = ${authorId}), 0)
      + coalesce((select sum(video_bytes) from material where author_id = ${authorId}), 0) as bytes`.execute(
    db,
  )
  return Number(rows[0]?.bytes ?? 0)
}

/** Whoever makes room for the same author waits until this transaction has ended. */
export async function lockQuota(tx: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('upload quota'), ${accountId}::int)`.execute(tx)
}

export async function uploadsToday(db: Db, authorId: number): Promise<number> {
  const row = await db
    .selectFrom('author_upload')
    .select('uploads')
    .where('account_id', '=', authorId)
    .where('day', '=', today)
    .executeTakeFirst()
  return row?.uploads ?? 0
}

/** Counts one more of today; whoever counts for the same author waits until this transaction has ended. */
export async function countUpload(tx: Db, authorId: number): Promise<number> {
  const { uploads } = await tx
    .insertInto('author_upload')
    .values({ account_id: authorId, day: today, uploads: 1 })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({
        day: today,
        uploads: sql<number>`case when author_upload.day = ${today} then author_upload.uploads + 1 else 1 end`,
      }),
    )
    .returning('uploads')
    .executeTakeFirstOrThrow()
  return uploads
}

const today = sql<string>`(now() at time zone 'utc')::date`
