import type { Db } from '#platform/db/pool.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'

/** Names what comments stand below: a post, or a question. One of the two is null. */
export interface PlaceRef {
  postId: number | null
  questionId: number | null
}

/** What comments stand below. */
export interface Place extends PlaceRef {
  /** Of the post, or of the material that is asked about. */
  author_id: number
  title: string
  /** Null below posts. */
  material: { id: number; slug: string } | null
  /** Who asked; null below posts. */
  askerId: number | null
  /** `waiting`: a question nobody has answered; who has the material may. */
  visibility: 'public' | 'waiting' | 'gone' | 'hidden'
}

/** A question as comments need it; `lock` holds it for the rest of the transaction. */
export async function findThread(
  db: Db,
  world: string,
  questionId: number,
  lock: boolean,
): Promise<Place | undefined> {
  const query = db
    .selectFrom('material_question as q')
    .innerJoin('material as m', (join) =>
      join.onRef('m.world', '=', 'q.world').onRef('m.id', '=', 'q.material_id'),
    )
    .select(['q.author_id', 'q.account_id', 'q.state', 'q.answered_at', 'q.is_discussed', 'q.material_id'])
    .select(['m.title', 'm.slug', 'm.status'])
    .where('q.world', '=', world)
    .where('q.id', '=', questionId)
  const row = await (lock ? query.forNoKeyUpdate('q') : query).executeTakeFirst()
  if (row === undefined) return undefined
  const isOnSale = isPublic(row)
  const answered = row.answered_at !== null || row.is_discussed ? 'public' : 'waiting'
  return {
    postId: null,
    questionId,
    author_id: row.author_id,
    title: row.title,
    material: { id: row.material_id, slug: row.slug },
    askerId: row.account_id,
    visibility: row.state === 'shown' && isOnSale ? answered : row.status === 'deleted' ? 'gone' : 'hidden',
  }
}
