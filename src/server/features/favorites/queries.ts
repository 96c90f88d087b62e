import { sql } from 'kysely'
import { maxFavorites } from '#shared/limits.ts'
import type { Db } from '../../db/pool.ts'

export type RememberVerdict = 'done' | 'unknown' | 'full'

/** Remembers a published material, once; a full list takes no more. */
export async function insertFavorite(
  db: Db,
  world: string,
  input: { owner: string; materialId: number },
): Promise<{ verdict: RememberVerdict; total: number }> {
  const { owner, materialId } = input
  const { rows } = await sql<{ verdict: RememberVerdict; total: number }>`
    with item as (
      select id from material where world = ${world} and id = ${materialId} and status in ('published', 'unlisted')
    ), held as (
      select count(*)::int as total, coalesce(bool_or(material_id = ${materialId}), false) as has_it
      from favorite where world = ${world} and owner = ${owner}
    ), added as (
      insert into favorite (world, owner, material_id)
      select ${world}, ${owner}, item.id from item, held where not held.has_it and held.total < ${maxFavorites}
      on conflict do nothing
      returning 1
    )
    select case
        when not exists (select from item) then 'unknown'
        when not held.has_it and held.total >= ${maxFavorites} then 'full'
        else 'done' end as verdict,
      held.total + (select count(*)::int from added) as total
    from held`.execute(db)
  return rows[0] ?? { verdict: 'unknown', total: 0 }
}

/** Forgets a material and answers how many are left. */
export async function deleteFavorite(
  db: Db,
  world: string,
  input: { owner: string; materialId: number },
): Promise<number> {
  const { owner, materialId } = input
  const { rows } = await sql<{ total: number }>`
    with gone as (
      delete from favorite where world = ${world} and owner = ${owner} and material_id = ${materialId} returning 1
    )
    select ((select count(*) from favorite where world = ${world} and owner = ${owner})
      - (select count(*) from gone))::int as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** One page of ids, newest first. The list is capped (maxFavorites), so counting past rows stays cheap. */
export async function favoriteIds(
  db: Db,
  world: string,
  input: { owner: string; limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    with own as (
      select f.material_id, f.created_at
      from favorite f join material m on m.world = f.world and m.id = f.material_id
      where f.world = ${world} and f.owner = ${input.owner} and m.status in ('published', 'unlisted')
    ), shown as (
      select * from own order by created_at desc, material_id desc limit ${input.limit} offset ${input.offset}
    )
    select (select array_agg(material_id order by created_at desc, material_id desc) from shown) as ids,
      (select count(*)::int from own) as total`.execute(db)
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0 }
}

/** Gives a stranger's favorites of all worlds to a member; what both remember is kept once. */
export async function moveFavorites(
  tx: Db,
  worlds: readonly string[],
  input: { from: string; to: string },
): Promise<void> {
  await sql`
    with gone as (
      delete from favorite where owner = ${input.from} and world = any(${worlds}::text[])
      returning world, material_id, created_at
    )
    insert into favorite (world, owner, material_id, created_at)
    select world, ${input.to}, material_id, created_at from gone
    order by world, material_id
    on conflict do nothing`.execute(tx)
}
