import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

interface Place {
  world: string
  authorId: number
}

export interface PinRow {
  id: number
  title: string
  position: number
  isShown: boolean
}

/** What an author has pinned, in order; what is not public now waits unseen, what is deleted is gone. */
export async function pinRows(db: Db, { world, authorId }: Place): Promise<PinRow[]> {
  const rows = await db
    .selectFrom('author_pin as p')
    .innerJoin('material as m', (join) =>
      join.onRef('m.world', '=', 'p.world').onRef('m.id', '=', 'p.material_id'),
    )
    .select(['m.id', 'm.title', 'm.status', 'p.position'])
    .where('p.world', '=', world)
    .where('p.author_id', '=', authorId)
    .where('m.author_id', '=', authorId)
    .where('m.status', '<>', 'deleted')
    .orderBy('p.position')
    .execute()
  return rows.map(({ status, ...row }) => ({ ...row, isShown: status === 'published' }))
}

/** Of these materials those an author can pin. */
export async function pinnable(
  db: Db,
  { world, authorId }: Place,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('material')
    .select('id')
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where('status', '=', 'published')
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}

/** Lets the author's changes come one after the other. */
export async function lockAuthor(tx: Db, authorId: number): Promise<void> {
  await sql`select 1 from author_profile where account_id = ${authorId} for update`.execute(tx)
}

export async function replacePins(tx: Db, { world, authorId }: Place, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('author_pin').where('world', '=', world).where('author_id', '=', authorId).execute()
  if (ids.length === 0) return
  await tx
    .insertInto('author_pin')
    .values(
      ids.map((materialId, position) => ({ world, author_id: authorId, material_id: materialId, position })),
    )
    .execute()
}
