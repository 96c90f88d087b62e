import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { SeenPages } from '#platform/gateways/documents/documents.ts'
import { furthestDetail, likelyBands, lookBands } from '#platform/rules/files/page-look.ts'
import type { MaterialRow } from '../queries.ts'

/** Pages of a material that are compared, and pages like one of them that are of interest. */
const mostPages = 200
const mostAlike = 50
/** Of 16: where both pages have words. A sheet of the same pattern with other numbers has none or one in common. */
const leastWords = 8

/** Writes what the pages of a file look like, which are pale, and that they were looked at. */
export async function writeLooks(
  tx: Db,
  { world, fileId }: { world: string; fileId: number },
  { looks, palePages }: SeenPages,
): Promise<void> {
  const seen = await tx
    .updateTable('material_file')
    .set({ looked_at: sql<Date>`now()`, pale_pages: palePages })
    .where('world', '=', world)
    .where('id', '=', fileId)
    .where('looked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  // The file was taken off meanwhile, or another run was faster.
  if (seen === undefined || looks.length === 0) return
  await tx
    .insertInto('page_look')
    .values(
      looks.map(({ page, look, detail, words }) => ({
        ...{ world, file_id: fileId, page, look, detail, words },
        bands: lookBands(look),
      })),
    )
    .execute()
}

/** Public materials with files whose pages nobody has looked at. */
export async function listUnseen(
  db: Db,
  limit: number,
): Promise<Pick<MaterialRow, 'id' | 'world' | 'author_id'>[]> {
  const { rows } = await sql<Pick<MaterialRow, 'id' | 'world' | 'author_id'>>`
    select distinct m.id, m.world, m.author_id from material_file file
    join material m on m.world = file.world and m.id = file.material_id
    where file.looked_at is null and m.preview_state = 'ready' and m.status in ('published', 'unlisted')
    limit ${limit}`.execute(db)
  return rows
}

export interface PageLike {
  name: string
  page: number
  world: string
  material_id: number
  /** Of the 256 bits of detail. */
  distance: number
}

/**
 * Public pages of other authors that look like pages of this material. The author's own do not count for the limit: somebody
 * whose sheets all look alike is compared, too.
 */
export async function pagesLike(
  tx: Db,
  row: Pick<MaterialRow, 'id' | 'world' | 'author_id'>,
): Promise<PageLike[]> {
  const own = await tx
    .selectFrom('page_look as page')
    .innerJoin('material_file as file', (join) =>
      join.onRef('file.world', '=', 'page.world').onRef('file.id', '=', 'page.file_id'),
    )
    .select(['file.name', 'page.page', 'page.look', 'page.detail', 'page.words'])
    .where('file.world', '=', row.world)
    .where('file.material_id', '=', row.id)
    .orderBy('file.position')
    .orderBy('page.page')
    .limit(mostPages)
    .execute()
  if (own.length === 0) return []
  const wanted = JSON.stringify(own.map(({ look, ...page }) => ({ ...page, likely: likelyBands(look) })))
  const { rows } = await sql<PageLike>`
    select own.name, own.page, alike.world, alike.material_id, alike.distance
    from jsonb_to_recordset(${wanted}::jsonb) as own(name text, page integer, detail text, words integer[], likely integer[])
    cross join lateral (
      select file.world, file.material_id, bit_count(seen.detail # own.detail::bit(256))::int as distance
      from page_look seen
      join material_file file on file.world = seen.world and file.id = seen.file_id
      join material m on m.world = file.world and m.id = file.material_id
      where seen.bands && own.likely and bit_count(seen.detail # own.detail::bit(256)) <= ${furthestDetail}
        and (seen.words is null or own.words is null or ${leastWords} <=
          (select count(*) from unnest(seen.words, own.words) as each (one, other) where one = other))
        and m.author_id <> ${row.author_id}::bigint and m.status in ('published', 'unlisted')
      limit ${mostAlike}) alike
    order by alike.distance, own.page limit 500`.execute(tx)
  return rows
}
