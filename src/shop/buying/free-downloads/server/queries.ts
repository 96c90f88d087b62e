import { sql } from 'kysely'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'

export interface FreeDownloadRow {
  id: number
  material_id: number
  downloads: number
}

/**
 * How often an address asked in the last day; `same` counts only this material in so many minutes. Who asks for one
 * address at the same time waits for the end of this transaction.
 */
export async function countAsked(
  tx: Db,
  world: string,
  { email, materialId, sameMinutes }: { email: string; materialId: number; sameMinutes: number },
): Promise<{ today: number; same: number }> {
  await lockUntilCommit(tx, `free_download ${world} ${email}`)
  const row = await tx
    .selectFrom('free_download')
    .select([
      sql<number>`count(*)::integer`.as('today'),
      sql<number>`(count(*) filter (where material_id = ${materialId}
        and created_at > now() - make_interval(mins => ${sameMinutes})))::integer`.as('same'),
    ])
    .where('world', '=', world)
    .where('email', '=', email)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return row
}

export async function insertFreeDownload(
  db: Db,
  world: string,
  asked: { materialId: number; email: string },
): Promise<number> {
  const row = await db
    .insertInto('free_download')
    .values({ world, material_id: asked.materialId, email: asked.email })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function findFreeDownload(
  db: Db,
  world: string,
  id: number,
): Promise<FreeDownloadRow | undefined> {
  return await db
    .selectFrom('free_download')
    .select(['id', 'material_id', 'downloads'])
    .where('world', '=', world)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The files of a material, and of what is in it when it is a bundle; covers are none. */
export async function filesToGive(
  db: Db,
  world: string,
  materialId: number,
): Promise<{ id: number; name: string; size_bytes: number }[]> {
  return await db
    .selectFrom('material_file')
    .select(['id', 'name', 'size_bytes'])
    .where('world', '=', world)
    .where('type', '<>', 'cover')
    .where((eb) =>
      eb.or([
        eb('material_id', '=', materialId),
        eb(
          'material_id',
          'in',
          eb
            .selectFrom('bundle_item')
            .select('bundle_item.material_id')
            .where('bundle_item.world', '=', world)
            .where('bundle_id', '=', materialId),
        ),
      ]),
    )
    .orderBy('material_id')
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Counts one more download, unless there were `most` already: exactly that many callers hear true. */
export async function countDownload(db: Db, world: string, id: number, most: number): Promise<boolean> {
  const row = await db
    .updateTable('free_download')
    .set({ downloads: sql<number>`downloads + 1`, last_download_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', id)
    .where('downloads', '<', most)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Addresses are kept no longer than their links live. */
export async function deleteOldFreeDownloads(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('free_download')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
