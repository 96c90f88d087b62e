import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#platform/db/pool.ts'
import { prepared, runPrepared } from '#platform/db/prepared.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** So many are found and stored; who wants fewer gets the first of them. */
const most = 12

interface Stored {
  ids: number[]
  /** Materials have come and gone since. */
  is_old: boolean
}

const stored = prepared<Stored>(
  'search_similar',
  `select found_at < now() - interval '1 day' as is_old, array(
     select known.material_id from unnest(ids) with ordinality as alike (id, at)
       join material_search known on known.world = similar_to.world and known.material_id = alike.id
     order by alike.at) as ids
   from material_similar similar_to where world = $1 and material_id = $2`,
)

type Find = (world: LiveWorldCode, materialId: number, limit: number) => Promise<number[]>

/**
 * What is like a material, found once and stored until its words change. What was stored a day ago is still the answer,
 * and found anew behind it, one at a time: a crawler that opens every page brings about no more work than that.
 */
export function createSimilarStore({ db, pool }: { db: Db; pool: pg.Pool }, find: Find): Find {
  let isRenewing = false

  async function findAndStore(world: LiveWorldCode, materialId: number): Promise<number[]> {
    const ids = await find(world, materialId, most)
    // Nobody waits for it, and without it it is found again.
    void write(db, world, materialId, ids).catch(() => undefined)
    return ids
  }

  function renew(world: LiveWorldCode, materialId: number): void {
    if (isRenewing) return
    isRenewing = true
    findAndStore(world, materialId)
      .catch(() => undefined)
      .finally(() => {
        isRenewing = false
      })
  }

  return async (world, materialId, limit) => {
    if (limit > most) return await find(world, materialId, limit)
    const [row] = await runPrepared(pool, stored, [world, materialId])
    if (row?.is_old) renew(world, materialId)
    return (row?.ids ?? (await findAndStore(world, materialId))).slice(0, limit)
  }
}

/** Only of what is in the search: others have no such list. */
async function write(db: Db, world: string, materialId: number, ids: readonly number[]): Promise<void> {
  await sql`
    insert into material_similar (world, material_id, ids)
    select world, material_id, ${[...ids]}::bigint[] from material_search
    where world = ${world} and material_id = ${materialId}
    on conflict (world, material_id) do update set ids = excluded.ids, found_at = excluded.found_at`.execute(
    db,
  )
}

/** The words of a material are other ones: what is like it has to be found again. */
export async function forgetSimilar(tx: Db, world: string, materialId: number): Promise<void> {
  await tx
    .deleteFrom('material_similar')
    .where('world', '=', world)
    .where('material_id', '=', materialId)
    .execute()
}
