import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'

/** What feedback needs to know of the material it is about. */
export interface SubjectRow {
  id: number
  author_id: number
  slug: string
  title: string
  status: Selectable<Database['material']>['status']
  published_at: Date | null
  sales_count: number
  rating_sum: number
  rating_count: number
}

/** `lock` holds the row for the rest of the transaction: ratings are counted one after the other. */
export async function findSubject(
  db: Db,
  world: string,
  materialId: number,
  lock = false,
): Promise<SubjectRow | undefined> {
  const query = db
    .selectFrom('material')
    .select(['id', 'author_id', 'slug', 'title', 'status', 'published_at'])
    .select(['sales_count', 'rating_sum', 'rating_count'])
    .where('world', '=', world)
    .where('id', '=', materialId)
  return await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
}
