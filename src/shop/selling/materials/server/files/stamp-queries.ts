import { sql } from 'kysely'
import { hasMaterial } from '#platform/db/holding.ts'
import type { Db } from '#platform/db/pool.ts'

export interface ToStamp {
  file_id: number
  storage_key: string
  size_bytes: number
  cleaned_by: number
}

/** The PDFs of what a member has of these materials, and of what is in them, that have no copy of theirs yet. */
export async function filesToStamp(
  db: Db,
  wish: { world: string; accountId: number; materialIds: readonly number[] },
): Promise<ToStamp[]> {
  const { world, accountId, materialIds } = wish
  const { rows } = await sql<ToStamp>`
    select f.id as file_id, f.storage_key, f.size_bytes, f.cleaned_by
    from material m join material_file f on f.world = m.world and f.material_id = m.id
    where m.world = ${world} and m.stamps_files and m.author_id <> ${accountId}
      and f.media_type = 'application/pdf' and f.type <> 'cover'
      and (m.id = any(${[...materialIds]}::bigint[]) or m.id in (select material_id from bundle_item
        where world = ${world} and bundle_id = any(${[...materialIds]}::bigint[])))
      and ${hasMaterial(accountId)}
      and not exists (select from stamped_file s where s.world = f.world and s.account_id = ${accountId}
        and s.file_id = f.id)
    order by f.id limit 500`.execute(db)
  return rows
}

/** Whether a member's materials, or what is in them, have any PDF that is copied for its buyers. */
export async function isAnythingToStamp(
  db: Db,
  { world, materialIds }: { world: string; materialIds: readonly number[] },
): Promise<boolean> {
  const { rows } = await sql<{ is_any: boolean }>`
    with bought as (
      select unnest(${[...materialIds]}::bigint[]) as id
      union all
      select material_id from bundle_item where world = ${world} and bundle_id = any(${[...materialIds]}::bigint[])
    )
    select exists (
      select from bought
      join material m on m.world = ${world} and m.id = bought.id and m.stamps_files
      join material_file f on f.world = m.world and f.material_id = m.id
      where f.media_type = 'application/pdf' and f.type <> 'cover'
    ) as is_any`.execute(db)
  return rows[0]?.is_any === true
}

/** Notes a copy, or that there is none; false when somebody else was faster. */
export async function insertStamped(
  db: Db,
  row: { world: string; accountId: number; fileId: number; cleanedBy: number },
  copy: { key: string; sizeBytes: number; sha256: Buffer } | undefined,
): Promise<boolean> {
  const made = await db
    .insertInto('stamped_file')
    .values({
      ...{ world: row.world, account_id: row.accountId, file_id: row.fileId },
      cleaned_by: row.cleanedBy,
      ...{ storage_key: copy?.key ?? null, size_bytes: copy?.sizeBytes ?? 0, sha256: copy?.sha256 ?? null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('file_id')
    .executeTakeFirst()
  return made !== undefined
}

/** A member's copy of a file that was there when its address was made, as long as its author wishes copies. */
export async function stampedCopy(
  db: Db,
  wish: { world: string; accountId: number; fileId: number; materialId: number; before: Date },
): Promise<{ storage_key: string; size_bytes: number; sha256: Buffer } | undefined> {
  const { world, accountId, fileId, materialId, before } = wish
  const { rows } = await sql<{ storage_key: string; size_bytes: number; sha256: Buffer }>`
    select s.storage_key, s.size_bytes, s.sha256
    from stamped_file s join material m on m.world = s.world and m.id = ${materialId}
    where s.world = ${world} and s.account_id = ${accountId} and s.file_id = ${fileId}
      and s.storage_key is not null and s.made_at <= ${before} and m.stamps_files`.execute(db)
  return rows[0]
}

/** Takes a member's copies off the books; answers where they lie. */
export async function deleteStamped(tx: Db, accountId: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('stamped_file')
    .where('account_id', '=', accountId)
    .returning('storage_key')
    .execute()
  return rows.flatMap(({ storage_key: key }) => key ?? [])
}
