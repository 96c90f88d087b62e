import type { MaterialCard } from '#shared/contract/material.ts'
import type { Context } from '../../context.ts'
import { homeSliders, popularTopics } from '../hubs/sliders.ts'
import { worldTotal } from './counts.ts'
import { authorsToDiscover, countAuthors, type ListName, listIds } from './queries.ts'
import { cardsByIds } from './service.ts'
import type { HomePage } from './types.ts'
import { authorView } from './view.ts'

/** What a row shows on a wide screen and a swipe further; "more" leads to the rest. */
const cardsPerShelf = 6
const topicCount = 8
const authorCount = 4
const rememberedSeconds = 60

/** Shelves in the order of the page. */
const shelves: readonly ListName[] = ['popular', 'newest', 'free', 'onSale']

/** What a world's home shows. A material stands on the first shelf it belongs to, and on no other. */
export async function homePage(context: Context): Promise<HomePage> {
  const { world, pool, taxonomy } = context
  const [ids, sliders, topics, authors, totalMaterials, totalAuthors] = await Promise.all([
    Promise.all(shelves.map((name, before) => listIds(pool, world, name, cardsPerShelf * (before + 1)))),
    homeSliders(context),
    popularTopics(context, topicCount),
    taxonomy.remember(`authors to discover ${world}`, rememberedSeconds, () =>
      authorsToDiscover(pool, world, authorCount),
    ),
    worldTotal(context),
    taxonomy.remember(`authors ${world}`, rememberedSeconds, () => countAuthors(pool, world)),
  ])
  const dealt = dealOnce(ids)
  const cards = new Map((await cardsByIds(context, dealt.flat())).map((card) => [card.id, card]))
  const shelf = (index: number): MaterialCard[] => (dealt[index] ?? []).flatMap((id) => cards.get(id) ?? [])
  return {
    popular: shelf(0),
    newest: shelf(1),
    free: shelf(2),
    onSale: shelf(3),
    ...sliders,
    topics,
    authors: authors.map((row) => authorView(context, row)),
    totalMaterials,
    totalAuthors,
    tags: [`world:${world}`],
  }
}

/** Deals lists out in order, each id once, `cardsPerShelf` to a list. */
function dealOnce(lists: readonly (readonly number[])[]): number[][] {
  const seen = new Set<number>()
  return lists.map((list) => {
    const dealt = list.filter((id) => !seen.has(id)).slice(0, cardsPerShelf)
    for (const id of dealt) seen.add(id)
    return dealt
  })
}
