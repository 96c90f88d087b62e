import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { bundleLimits } from '#platform/limits.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import { isOnSale, type MaterialRow, type Place } from '../queries.ts'

/** Bundles that are or may become public with this material in them, held for the rest of the transaction. */
export async function bundlesAround(tx: Db, { world, materialId }: Place): Promise<MaterialRow[]> {
  return await tx
    .selectFrom('material')
    .selectAll('material')
    .select(isOnSale)
    .innerJoin('bundle_item as item', (join) =>
      join.onRef('item.world', '=', 'material.world').onRef('item.bundle_id', '=', 'material.id'),
    )
    .where('item.world', '=', world)
    .where('item.material_id', '=', materialId)
    .where('material.status', '<>', 'deleted')
    .orderBy('material.id')
    .forUpdate('material')
    .execute()
}

/** Public bundles with this material in them, held for the rest of the transaction. */
export async function bundlesWith(tx: Db, { world, materialId }: Place): Promise<MaterialRow[]> {
  return await tx
    .selectFrom('material')
    .selectAll('material')
    .select(isOnSale)
    .innerJoin('bundle_item as item', (join) =>
      join.onRef('item.world', '=', 'material.world').onRef('item.bundle_id', '=', 'material.id'),
    )
    .where('item.world', '=', world)
    .where('item.material_id', '=', materialId)
    .where('material.status', 'in', ['published', 'unlisted'])
    .orderBy('material.id')
    .forUpdate('material')
    .execute()
}

/** Those of the materials that are the author's, public and no bundles. */
export async function ownParts(
  tx: Db,
  { world, authorId, ids }: { world: string; authorId: number; ids: readonly number[] },
): Promise<MaterialRow[]> {
  return await tx
    .selectFrom('material')
    .selectAll()
    .select(isOnSale)
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where('id', 'in', [...ids])
    .where('status', 'in', ['published', 'unlisted'])
    .where('is_bundle', '=', false)
    .execute()
}

/** An author's bundles that can be changed, the newest first. */
export async function ownBundleRows(
  db: Db,
  { world, authorId, limit }: { world: string; authorId: number; limit: number },
): Promise<{ id: number; title: string }[]> {
  return await db
    .selectFrom('material')
    .select(['id', 'title'])
    .where('author_id', '=', authorId)
    .where('world', '=', world)
    .where('is_bundle', '=', true)
    .where('status', 'in', ['draft', 'published', 'unlisted'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Puts things into a new bundle, in this order. */
export async function insertParts(
  tx: Db,
  { world, materialId }: Place,
  ids: readonly number[],
): Promise<void> {
  await sql`insert into bundle_item (world, bundle_id, material_id, position)
    select ${world}, ${materialId}, part.id, part.at
    from unnest(${[...ids]}::bigint[]) with ordinality as part (id, at)`.execute(tx)
}

/** Puts things behind those that are in a bundle; `isNew`: who bought it before did not pay for them. */
export async function appendParts(
  tx: Db,
  { world, materialId }: Place,
  { ids, isNew }: { ids: readonly number[]; isNew: boolean },
): Promise<void> {
  await sql`insert into bundle_item (world, bundle_id, material_id, position, since)
    select ${world}, ${materialId}, part.id, part.at + coalesce((select max(position) from bundle_item
      where world = ${world} and bundle_id = ${materialId}), 0), ${isNew ? sql`now()` : sql`'-infinity'`}
    from unnest(${[...ids]}::bigint[]) with ordinality as part (id, at)`.execute(tx)
}

/** Takes things out of a bundle and remembers that they were in it; answers their titles. */
export async function deleteParts(
  tx: Db,
  { world, materialId }: Place,
  ids: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    with gone as (
      delete from bundle_item where world = ${world} and bundle_id = ${materialId}
        and material_id = any(${[...ids]}::bigint[])
      returning world, bundle_id, material_id, since, position
    ), noted as (
      insert into former_bundle_item (world, bundle_id, material_id, since)
      select world, bundle_id, material_id, since from gone
    )
    select m.title from gone join material m on m.world = gone.world and m.id = gone.material_id
    order by gone.position`.execute(tx)
  return rows.map(({ title }) => title)
}

/** What is in a bundle, in its order. */
export async function partsOf(
  db: Db,
  { world, materialId }: Place,
): Promise<Pick<MaterialRow, 'id' | 'title' | 'slug' | 'status' | 'price_cents'>[]> {
  return await db
    .selectFrom('bundle_item as item')
    .innerJoin('material as m', (join) =>
      join.onRef('m.world', '=', 'item.world').onRef('m.id', '=', 'item.material_id'),
    )
    .select(['m.id', 'm.title', 'm.slug', 'm.status', 'm.price_cents'])
    .where('item.world', '=', world)
    .where('item.bundle_id', '=', materialId)
    .orderBy('item.position')
    .execute()
}

/** Whether a bundle may be public. */
export async function areParts(tx: Db, place: Place): Promise<boolean> {
  const parts = await partsOf(tx, place)
  return parts.length >= bundleLimits.min && parts.every(isPublic)
}
