import { type Selectable, sql } from 'kysely'
import { hasMaterial } from '#platform/db/holding.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'
import { cleaningVersion } from '#platform/limits.ts'
import { storedParts } from '#platform/rules/files/left-parts.ts'
import { fileFormat, fileFormats } from '#platform/rules/search-attributes.ts'
import { bandsOf } from '#platform/rules/text/likeness.ts'
import type { Place } from '../queries.ts'
import type { ReceivedFile } from '../types.ts'

type FileRow = Selectable<Database['material_file']>
type PreviewRow = Selectable<Database['material_preview']>

export async function listFiles(db: Db, { world, materialId }: Place): Promise<FileRow[]> {
  return db
    .selectFrom('material_file')
    .selectAll()
    .where('world', '=', world)
    .where('material_id', '=', materialId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function listPreviews(db: Db, { world, materialId }: Place): Promise<PreviewRow[]> {
  return db
    .selectFrom('material_preview')
    .selectAll()
    .where('world', '=', world)
    .where('material_id', '=', materialId)
    .orderBy('position')
    .execute()
}

/** Appends files after those the material has. */
export async function insertFiles(
  db: Db,
  { world, materialId }: Place,
  files: readonly ReceivedFile[],
): Promise<void> {
  if (files.length === 0) return
  const { last } = await db
    .selectFrom('material_file')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('world', '=', world)
    .where('material_id', '=', materialId)
    .executeTakeFirstOrThrow()
  const first = last === null ? 0 : last + 1
  await db
    .insertInto('material_file')
    .values(
      files.map((file, index) => ({
        world,
        material_id: materialId,
        type: file.type,
        storage_key: file.storageKey,
        name: file.name,
        media_type: file.mediaType,
        size_bytes: file.sizeBytes,
        sha256: file.sha256,
        page_count: file.pageCount,
        is_tagged: file.traits?.isTagged ?? null,
        has_title: file.traits?.hasTitle ?? null,
        has_language: file.traits?.hasLanguage ?? null,
        has_text: file.traits?.hasText ?? null,
        left_parts: file.left ? storedParts(file.left) : null,
        cleaned_by: file.cleanedBy ?? cleaningVersion,
        trace: file.trace ?? null,
        trace_bands: file.trace ? bandsOf(file.trace) : null,
        position: first + index,
      })),
    )
    .execute()
}

/** Takes files off a material and gives back what was removed. */
export async function deleteFiles(
  db: Db,
  { world, materialId }: Place,
  fileIds: readonly number[],
): Promise<FileRow[]> {
  if (fileIds.length === 0) return []
  return db
    .deleteFrom('material_file')
    .where('world', '=', world)
    .where('material_id', '=', materialId)
    .where('id', 'in', [...fileIds])
    .returningAll()
    .execute()
}

/** Keeps what was taken off for those who have the material; false, and nothing kept, when nobody has it. */
export async function keepFormerFiles(
  db: Db,
  { world, materialId }: Place,
  files: readonly FileRow[],
): Promise<boolean> {
  if (files.length === 0) return false
  const { rows } = await sql<{ is_owned: boolean }>`
    select exists (select from owned_material o
      where o.world = ${world} and o.material_id = ${materialId}::bigint) as is_owned`.execute(db)
  if (!rows[0]?.is_owned) return false
  await db
    .insertInto('material_former_file')
    .values(
      files.map(({ id, storage_key, name, media_type, size_bytes, sha256, created_at, cleaned_by }) => ({
        ...{
          world,
          id,
          material_id: materialId,
          storage_key,
          name,
          media_type,
          size_bytes,
          sha256,
          created_at,
          cleaned_by,
        },
      })),
    )
    .execute()
  return true
}

/** Sums the pages of all PDFs, notes what kinds of files there are, and asks for new pictures. */
export async function filesChanged(db: Db, { world, materialId }: Place): Promise<void> {
  const files = await listFiles(db, { world, materialId })
  const found = new Set(files.filter(({ type }) => type !== 'cover').map(({ name }) => fileFormat(name)))
  await db
    .updateTable('material')
    .set({
      formats: fileFormats.filter((format) => found.has(format)),
      page_count: sql<number>`coalesce((select sum(page_count) from material_file
        where material_file.world = material.world and material_id = material.id and type = 'material_file'), 0)`,
      preview_state: 'pending',
    })
    .where('world', '=', world)
    .where('id', '=', materialId)
    .execute()
}

export interface NewPreviews {
  coverKey: string | null
  previews: { imageKey: string; width: number; height: number; isShown: boolean; isSolution: boolean }[]
}

/** Replaces a material's pictures and gives back the old ones. */
export async function replacePreviews(
  db: Db,
  { world, materialId }: Place,
  made: NewPreviews,
): Promise<{ position: number; image_key: string }[]> {
  const old = await db
    .deleteFrom('material_preview')
    .where('world', '=', world)
    .where('material_id', '=', materialId)
    .returning(['position', 'image_key'])
    .execute()
  if (made.previews.length > 0) {
    await db
      .insertInto('material_preview')
      .values(
        made.previews.map(({ imageKey, width, height, isShown, isSolution }, position) => ({
          world,
          material_id: materialId,
          position,
          image_key: imageKey,
          width,
          height,
          is_shown: isShown,
          is_solution: isSolution,
        })),
      )
      .execute()
  }
  return old
}

export async function setPreviewState(
  db: Db,
  { world, materialId }: Place,
  change: { state: 'pending' | 'ready' | 'failed'; coverKey?: string | null; hasSolutions?: boolean },
): Promise<void> {
  await db
    .updateTable('material')
    .set({
      preview_state: change.state,
      ...(change.coverKey !== undefined && { cover_key: change.coverKey }),
      ...(change.hasSolutions !== undefined && { has_solutions: change.hasSolutions }),
    })
    .where('world', '=', world)
    .where('id', '=', materialId)
    .execute()
}

export interface DownloadRow {
  storage_key: string
  name: string
  media_type: string
  size_bytes: number
  sha256: Buffer
  material_id: number
  is_own: boolean
  is_allowed: boolean
}

/** One file, of today or of an earlier version, and whether this account may have it. */
export async function findDownload(
  db: Db,
  { world, fileId, accountId }: { world: string; fileId: number; accountId: number },
): Promise<DownloadRow | undefined> {
  const { rows } = await sql<DownloadRow>`
    select file.storage_key, file.name, file.media_type, file.size_bytes, file.sha256, m.id as material_id,
      m.author_id = ${accountId}::bigint as is_own,
      m.author_id = ${accountId}::bigint or ${hasMaterial(accountId)} as is_allowed
    from (
      select material_id, storage_key, name, media_type, size_bytes, sha256 from material_file
      where world = ${world} and id = ${fileId}::bigint
      union all
      select material_id, storage_key, name, media_type, size_bytes, sha256 from material_former_file
      where world = ${world} and id = ${fileId}::bigint) file
    join material m on m.world = ${world} and m.id = file.material_id`.execute(db)
  return rows[0]
}

/** The material a file of today or of before belongs to. */
export async function materialOfFile(
  db: Db,
  world: string,
  fileId: number,
): Promise<{ id: number; author_id: number } | undefined> {
  const { rows } = await sql<{ id: number; author_id: number }>`
    select m.id, m.author_id from material m where m.world = ${world} and m.id in (
      select material_id from material_file where world = ${world} and id = ${fileId}::bigint
      union all
      select material_id from material_former_file where world = ${world} and id = ${fileId}::bigint)`.execute(
    db,
  )
  return rows[0]
}

/** A file of the material of a free download, or of what is in it; undefined once the material is not public. */
export async function findGivenFile(
  db: Db,
  { world, fileId, grantId }: { world: string; fileId: number; grantId: number },
) {
  return db
    .selectFrom('material_file as file')
    .where('file.world', '=', world)
    .where('file.id', '=', fileId)
    .where('file.type', '<>', 'cover')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('free_download as given')
          .innerJoin('material', (join) =>
            join.onRef('material.world', '=', 'given.world').onRef('material.id', '=', 'given.material_id'),
          )
          .leftJoin('bundle_item', (join) =>
            join
              .onRef('bundle_item.world', '=', 'given.world')
              .onRef('bundle_item.bundle_id', '=', 'given.material_id'),
          )
          .where('given.world', '=', world)
          .where('given.id', '=', grantId)
          .where('material.status', 'in', ['published', 'unlisted'])
          .where((inner) =>
            inner.or([
              inner('given.material_id', '=', inner.ref('file.material_id')),
              inner('bundle_item.material_id', '=', inner.ref('file.material_id')),
            ]),
          )
          .select('given.id'),
      ),
    )
    .select([
      'file.storage_key',
      'file.name',
      'file.media_type',
      'file.size_bytes',
      'file.sha256',
      'file.material_id',
    ])
    .executeTakeFirst()
}
