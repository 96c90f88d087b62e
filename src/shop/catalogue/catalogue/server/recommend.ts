import type { Context } from '#platform/context/context.ts'
import { authorMaterialIds, listIds, subjectsOf } from './queries.ts'
import { similarTo } from './shelf.ts'

/** For each of these materials of the world the ids of those like it, then of popular ones near it. */
export async function similarIds(
  context: Context,
  materialIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await subjectsOf(context.db, context.world, materialIds)
  const lists = await Promise.all(rows.map((row) => similarTo(context, row)))
  return new Map(rows.map(({ id }, index) => [id, lists[index] ?? []]))
}

/** Ids of an author's newest published materials. */
export async function newestOf({ db, world }: Context, authorId: number, limit: number): Promise<number[]> {
  return authorMaterialIds(db, world, { authorId, beforeId: Number.MAX_SAFE_INTEGER, limit })
}

/** Ids of the most popular and the newest materials of the world. */
export async function popularAndNew(
  { db, world }: Context,
  limit: number,
): Promise<{ popular: number[]; newest: number[] }> {
  const [popular, newest] = await Promise.all([
    listIds(db, world, 'popular', limit),
    listIds(db, world, 'newest', limit),
  ])
  return { popular, newest }
}
