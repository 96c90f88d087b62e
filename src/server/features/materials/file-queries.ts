import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { MaterialFileTable, MaterialPreviewTable } from '../../db/schema.ts'
import type { Place } from './queries.ts'
import type { ReceivedFile } from './receive.ts'

type FileRow = Selectable<MaterialFileTable>
type PreviewRow = Selectable<MaterialPreviewTable>

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

/** Sums the pages of all PDFs and asks for new pictures. */
export async function filesChanged(db: Db, { world, materialId }: Place): Promise<void> {
  await db
    .updateTable('material')
    .set({
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
  previews: { imageKey: string; width: number; height: number }[]
}

/** Replaces a material's pictures and gives back the keys of the old ones. */
export async function replacePreviews(
  db: Db,
  { world, materialId }: Place,
  made: NewPreviews,
): Promise<string[]> {
  const old = await db
    .deleteFrom('material_preview')
    .where('world', '=', world)
    .where('material_id', '=', materialId)
    .returning('image_key')
    .execute()
  if (made.previews.length > 0) {
    await db
      .insertInto('material_preview')
      .values(
        made.previews.map(({ imageKey, width, height }, position) => ({
          world,
          material_id: materialId,
          position,
          image_key: imageKey,
          width,
          height,
        })),
      )
      .execute()
  }
  return old.map((row) => row.image_key)
}

export async function setPreviewState(
  db: Db,
  { world, materialId }: Place,
  change: { state: 'pending' | 'ready' | 'failed'; coverKey?: string | null },
): Promise<void> {
  await db
    .updateTable('material')
    .set({
      preview_state: change.state,
      ...(change.coverKey !== undefined && { cover_key: change.coverKey }),
    })
    .where('world', '=', world)
    .where('id', '=', materialId)
    .execute()
}

/** One file with what deciding on a download needs: whose it is and whether this account may have it. */
export async function findDownload(
  db: Db,
  { world, fileId, accountId }: { world: string; fileId: number; accountId: number },
) {
  return db
    .selectFrom('material_file as file')
    .innerJoin('material', (join) =>
      join.onRef('material.world', '=', 'file.world').onRef('material.id', '=', 'file.material_id'),
    )
    .where('file.world', '=', world)
    .where('file.id', '=', fileId)
    .select(['file.storage_key', 'file.name', 'file.media_type', 'file.size_bytes', 'file.sha256'])
    .select((eb) =>
      eb
        .or([
          eb('material.author_id', '=', accountId),
          eb.exists(
            eb
              .selectFrom('entitlement')
              .where('entitlement.world', '=', world)
              .where('entitlement.account_id', '=', accountId)
              // Who bought a bundle has bought what is in it.
              .where((inner) =>
                inner.or([
                  inner('entitlement.material_id', '=', inner.ref('file.material_id')),
                  inner(
                    'entitlement.material_id',
                    'in',
                    inner
                      .selectFrom('bundle_item')
                      .select('bundle_id')
                      .where('bundle_item.world', '=', world)
                      .whereRef('bundle_item.material_id', '=', 'file.material_id'),
                  ),
                ]),
              )
              .select('entitlement.material_id'),
          ),
        ])
        .as('is_allowed'),
    )
    .executeTakeFirst()
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
    .select(['file.storage_key', 'file.name', 'file.media_type', 'file.size_bytes', 'file.sha256'])
    .executeTakeFirst()
}
