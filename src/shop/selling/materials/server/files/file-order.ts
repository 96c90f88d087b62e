import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { readId } from '#platform/rules/contract/world.ts'
import type { Place } from '../queries.ts'
import { listFiles } from './file-queries.ts'

/**
 * The order a form asks for: ids of files, and beside each the number that was typed; what is no number comes last. A
 * button that was pressed (`moveFile`: "7 up", "7 down") moves its file by one place after that.
 */
export function orderOf({
  fileIds = [],
  filePlaces = [],
  moveFile = [],
}: {
  fileIds?: readonly string[]
  filePlaces?: readonly string[]
  moveFile?: readonly string[]
}): number[] {
  const placed = fileIds.flatMap((typed, at) => {
    const id = readId(typed)
    const place = /^\d{1,3}$/.test(filePlaces[at]?.trim() ?? '') ? Number(filePlaces[at]) : 1000
    return id === undefined ? [] : [{ id, place }]
  })
  const ids = placed.toSorted((one, other) => one.place - other.place).map(({ id }) => id)
  return moved(ids, moveFile[0])
}

function moved(ids: readonly number[], wish = ''): number[] {
  const [, typed, way] = /^(\d{1,15}) (up|down)$/.exec(wish) ?? []
  const from = ids.indexOf(Number(typed))
  const to = from + (way === 'up' ? -1 : 1)
  const [one, other] = [ids[from], ids[to]]
  if (one === undefined || other === undefined) return [...ids]
  return ids.with(from, other).with(to, one)
}

/** Puts files into this order, those it does not name behind them; whether that changed anything. */
export async function reorderFiles(tx: Db, place: Place, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false
  const before = (await listFiles(tx, place)).map(({ id }) => Number(id))
  const named = [...new Set(ids)].filter((id) => before.includes(id))
  const after = [...named, ...before.filter((id) => !named.includes(id))]
  if (after.every((id, at) => id === before[at])) return false
  await sql`update material_file f set position = wanted.at
    from unnest(${after}::bigint[]) with ordinality as wanted (id, at)
    where f.world = ${place.world} and f.material_id = ${place.materialId} and f.id = wanted.id`.execute(tx)
  return true
}
