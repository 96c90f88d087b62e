import type { Context } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import { authorListTag, authorPageTag, authorTag } from '#platform/events/page-tags.ts'
import { searchPageSize } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { cardsAndEnd } from './cards.ts'
import { otherWorld } from './elsewhere.ts'
import { authorMaterialIds, authorRow } from './queries.ts'
import { cardTags, joinTags } from './tags.ts'
import type { AuthorPage, Elsewhere } from './types.ts'
import { authorView } from './view.ts'

/**
 * An author's head and one page of published materials, newest first. `cursor` is the `nextCursor` of the page
 * before. Throws invalid_input for a cursor that is not ours.
 */
export async function authorPage(
  context: Context,
  id: number,
  cursor?: string,
): Promise<AuthorPage | Elsewhere | undefined> {
  const { world, db } = context
  const [beforeId] =
    cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor('author', ['number'], cursor)
  const row = await authorRow(db, id)
  if (row === undefined || row.total_materials === 0) return undefined
  if (row.world !== world)
    return otherWorld(row.world, (home) => url('author', { world: home, id, slug: row.slug }))
  const ids = await authorMaterialIds(db, world, {
    authorId: id,
    beforeId: Number(beforeId),
    limit: searchPageSize + 1,
  })
  const shown = ids.slice(0, searchPageSize)
  const last = shown.at(-1)
  const { cards: materials, until } = await cardsAndEnd(context, shown)
  return {
    author: authorView(context, row),
    materials,
    nextCursor: ids.length > searchPageSize && last !== undefined ? encodeCursor('author', [last]) : null,
    tags: joinTags(
      [authorTag(id), authorPageTag(id), `followers:${id}`, authorListTag(id)],
      cardTags(materials),
    ),
    until,
  }
}
