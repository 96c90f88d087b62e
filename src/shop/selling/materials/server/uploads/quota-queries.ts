import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

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
