import type { Context } from '#platform/context/context.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { cardsByIds } from '../cards.ts'
import { cardTags } from '../tags.ts'

/** Fewer make no shelf. */
const minCards = 3

export interface StageShelf {
  /** Id of a school type of the world. */
  id: string
  name: string
  cards: MaterialCard[]
}

export interface StagesPage {
  /** In school order. */
  stages: StageShelf[]
  free: MaterialCard[]
  tags: string[]
}

/**
 * What most people choose at each stage of a world's schools, and of what costs nothing: at most `limit` cards each, every
 * material on one shelf only.
 */
export async function stagesPage(context: Context, limit: number): Promise<StagesPage> {
  const { world, taxonomy } = context
  const types = taxonomy.terms(world, 'school_type').filter(({ data }) => data.kind === 'leaf')
  const [free, ...lists] = await Promise.all([
    popular(context, { price: { maxCents: 0 }, limit: limit * 2 }),
    ...types.map(({ id }) => popular(context, { schoolType: id, limit: limit * 2 })),
  ])
  const cards = await cardsByIds(context, [...new Set([free, ...lists].flat())])
  const left = new Map(cards.map((card) => [card.id, card]))
  const deal = (ids: readonly number[]) => {
    const dealt = ids.flatMap((id) => left.get(id) ?? []).slice(0, limit)
    for (const { id } of dealt) left.delete(id)
    return dealt
  }
  const shelves = types.map(({ id, name }, index) => ({
    id,
    name,
    cards: deal(lists[index] ?? []),
  }))
  return {
    stages: shelves.filter((shelf) => shelf.cards.length >= minCards),
    free: deal(free),
    tags: cardTags(cards),
  }
}

async function popular(
  { search, world }: Context,
  wish: { schoolType?: string; price?: { maxCents: number }; limit: number },
): Promise<number[]> {
  const hits = await search.search({
    world,
    query: '',
    selected: wish.schoolType === undefined ? {} : { school_type: [wish.schoolType] },
    ...(wish.price && { price: wish.price }),
    sort: 'bestselling',
    limit: wish.limit,
    withFacets: false,
    isUncounted: true,
  })
  return hits.materialIds
}
