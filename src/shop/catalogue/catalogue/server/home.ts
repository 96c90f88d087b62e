import type { Context } from '#platform/context/context.ts'
import { authorTag } from '#platform/events/page-tags.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { cardsByIds } from './cards.ts'
import { authorRow, authorsToDiscover, bestCovers, countAuthors, type ListName, listIds } from './queries.ts'
import { worldTotal } from './search/counts.ts'
import { cardTags, joinTags } from './tags.ts'
import type { HomePage } from './types.ts'
import { authorView, coverView } from './view.ts'

/** What a row shows on a wide screen and a swipe further; "more" leads to the rest. */
const cardsPerShelf = 6
/** One is shown with a portrait, the others as cards. */
const authorCount = 5
const cachedFor = { seconds: 60 }

/** Shelves in the order of the page. */
const shelves: readonly ListName[] = ['popular', 'newest', 'free', 'onSale']

/** What a world's home shows of its catalogue. A material stands on one shelf only. */
export async function homePage(context: Context): Promise<HomePage> {
  const { world, db, cache } = context
  const [ids, authorIds, totalMaterials, totalAuthors] = await Promise.all([
    Promise.all(shelves.map((name) => listIds(db, world, name, cardsPerShelf * shelves.length))),
    cache.get(`authors to discover ${world}`, cachedFor, () => authorsToDiscover(db, world, authorCount)),
    worldTotal(context),
    cache.get(`authors ${world}`, cachedFor, () => countAuthors(db, world)),
  ])
  const dealt = dealOnce(ids)
  // Who they are is read each time: a name that was given up, or went with its account, is not remembered.
  const [shown, covers, ...found] = await Promise.all([
    cardsByIds(context, dealt.flat()),
    bestCovers(db, world, authorIds),
    ...authorIds.map((id) => authorRow(db, id)),
  ])
  const authors = found.filter((row) => row !== undefined)
  const cards = new Map(shown.map((card) => [card.id, card]))
  const shelf = (index: number): MaterialCard[] => (dealt[index] ?? []).flatMap((id) => cards.get(id) ?? [])
  return {
    popular: shelf(0),
    newest: shelf(1),
    free: shelf(2),
    onSale: shelf(3),
    authors: authors.map((row) => ({
      ...authorView(context, row),
      cover: coverView(context, covers.get(row.id)),
    })),
    totalMaterials,
    totalAuthors,
    tags: joinTags(
      cardTags([...cards.values()]),
      authors.map(({ id }) => authorTag(id)),
    ),
  }
}

/**
 * Deals lists out in turns, each id once, `cardsPerShelf` to a list: a short list keeps what it has, although the first
 * one would have taken it, too.
 */
function dealOnce(lists: readonly (readonly number[])[]): number[][] {
  const seen = new Set<number>()
  const dealt: number[][] = lists.map(() => [])
  for (let turn = 0; turn < cardsPerShelf; turn++) {
    for (const [at, list] of lists.entries()) {
      const next = list.find((id) => !seen.has(id))
      if (next === undefined) continue
      seen.add(next)
      dealt[at]?.push(next)
    }
  }
  return dealt
}
