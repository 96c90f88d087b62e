import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { cleaningVersion } from '#platform/limits.ts'
import { type LeftPart, storedParts } from '#platform/rules/files/left-parts.ts'

/** A stored file that a former version of the cleaning has seen, or none. */
export interface UncleanedFile {
  kind: 'today' | 'former' | 'stamped'
  world: string
  id: number
  /** Whose copy; null for what the author sent. */
  account_id: number | null
  storage_key: string
  name: string
  left_parts: string[] | null
}

/** So many files that today's cleaning has not seen: of today, of earlier versions, and buyers' copies. */
export async function uncleanedFiles(db: Db, most: number): Promise<UncleanedFile[]> {
  const { rows } = await sql<UncleanedFile>`
    (select 'today' as kind, world, id, null::bigint as account_id, storage_key, name, left_parts
      from material_file where cleaned_by < ${cleaningVersion} order by cleaned_by, id limit ${most})
    union all
    (select 'former', world, id, null, storage_key, name, null
      from material_former_file where cleaned_by < ${cleaningVersion} order by cleaned_by, id limit ${most})
    union all
    (select 'stamped', world, file_id, account_id, storage_key, 'copy.pdf', null
      from stamped_file where cleaned_by < ${cleaningVersion} and storage_key is not null
      order by cleaned_by, file_id limit ${most})
    limit ${most}`.execute(db)
  return rows
}

/** Notes that a file was cleaned, with its new bytes if there are any; false when it was replaced or cleaned meanwhile. */
export async function markCleaned(
  tx: Db,
  { kind, world, id, account_id: accountId, storage_key: key, left_parts: before }: UncleanedFile,
  stored: { key: string; sizeBytes: number; sha256: Buffer } | undefined,
  left: readonly LeftPart[] | undefined,
): Promise<boolean> {
  const bytes = stored && { storage_key: stored.key, size_bytes: stored.sizeBytes, sha256: stored.sha256 }
  const change = { ...bytes, cleaned_by: cleaningVersion }
  if (kind === 'stamped') {
    const rows = await tx
      .updateTable('stamped_file')
      .set(change)
      .where('world', '=', world)
      .where('account_id', '=', accountId)
      .where('file_id', '=', id)
      .where('storage_key', '=', key)
      .executeTakeFirst()
    return rows.numUpdatedRows > 0n
  }
  if (kind === 'former') {
    const rows = await tx
      .updateTable('material_former_file')
      .set(change)
      .where('world', '=', world)
      .where('id', '=', id)
      .where('storage_key', '=', key)
      .executeTakeFirst()
    return rows.numUpdatedRows > 0n
  }
  // Whether a stamp is seen is not asked again.
  const unstampable = (before ?? []).filter((part) => part.startsWith('unstampable:'))
  const rows = await tx
    .updateTable('material_file')
    .set({ ...change, ...(left && { left_parts: left.length > 0 ? storedParts(left) : unstampable }) })
    .where('world', '=', world)
    .where('id', '=', id)
    .where('storage_key', '=', key)
    .executeTakeFirst()
  return rows.numUpdatedRows > 0n
}
