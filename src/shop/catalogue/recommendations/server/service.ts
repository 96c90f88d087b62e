import { type Context, memberOf } from '#platform/context/context.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { listFavorites } from '#shop/buying/favorites/server/service.ts'
import {
  cardsByIds,
  newestOf,
  popularAndNew,
  popularFor,
  similarIds,
} from '#shop/catalogue/catalogue/server/service.ts'
import { ownFollows } from '#shop/community/follow/server/service.ts'
import { boughtMaterials, ownedIds } from '#shop/money/orders/server/service.ts'
import { ownPersonalisation } from '#shop/people/identity/server/service.ts'

const cardsPerShelf = 12
/** Fewer make no shelf. */
const minCards = 3
/** The newest purchases and favourites that others are looked for to. */
const seedsOfAKind = 2
/** The authors followed last whose new materials get a shelf. */
const followedShelves = 3
/** The first of the subjects somebody teaches. */
const taughtShelves = 3

/** Why somebody sees a shelf; the seed is the purchase or favourite it was drawn from. */
export type Reason =
  | { kind: 'bought' | 'favorite'; title: string }
  | { kind: 'taught'; subject: string }
  | { kind: 'followed'; name: string }
  | { kind: 'popular' }
  | { kind: 'newest' }

export interface RecommendedShelf {
  reason: Reason
  cards: MaterialCard[]
}

export interface RecommendationsPage {
  shelves: RecommendedShelf[]
  /** false: nothing is known of this visitor yet, so everybody without a past sees the same. */
  isPersonal: boolean
}

interface Draft {
  reason: Reason
  ids: readonly number[]
}

/**
 * Shelves for this visitor: new from followed authors and near the newest purchases and favourites first, then what is popular and new. A material
 * stands on one shelf only; what is owned, remembered already or one's own work is on none.
 */
export async function recommendationsPage(context: Context): Promise<RecommendationsPage> {
  const member = memberOf(context)
  const [bought, favorites, follows, general, taught] = await Promise.all([
    member ? boughtMaterials(context) : undefined,
    listFavorites(context),
    ownFollows(context, { limit: followedShelves, page: 1 }),
    popularAndNew(context, cardsPerShelf * 3),
    member ? taughtBy(context) : [],
  ])
  const remembered = favorites.items.map(({ id }) => id)
  const seeds: { reason: Reason; id: number }[] = [
    ...(bought?.materials ?? []).slice(0, seedsOfAKind).map(({ material }) => ({
      reason: { kind: 'bought', title: material.title } as const,
      id: material.id,
    })),
    ...(await cardsByIds(context, remembered.slice(0, seedsOfAKind))).map(({ id, title }) => ({
      reason: { kind: 'favorite', title } as const,
      id,
    })),
  ]
  const near = await similarIds(
    context,
    seeds.map(({ id }) => id),
  )
  const drafts: Draft[] = [
    ...(await followed(context, follows.items)),
    ...seeds.map(({ reason, id }) => ({ reason, ids: near.get(id) ?? [] })),
    ...taught,
    { reason: { kind: 'popular' }, ids: general.popular },
    { reason: { kind: 'newest' }, ids: general.newest },
  ]
  const all = [...new Set(drafts.flatMap(({ ids }) => ids))]
  const hidden = new Set([...remembered, ...(await ownedIds(context, all))])
  const cards = await cardsByIds(
    context,
    all.filter((id) => !hidden.has(id)),
  )
  const others = cards.filter(({ author }) => author.id !== member?.accountId)
  return {
    shelves: fill(drafts, others),
    isPersonal: seeds.length + follows.items.length + taught.length > 0,
  }
}

async function followed(
  context: Context,
  authors: readonly { id: number; name: string }[],
): Promise<Draft[]> {
  const lists = await Promise.all(authors.map(({ id }) => newestOf(context, id, cardsPerShelf)))
  return authors.map(({ name }, index) => ({ reason: { kind: 'followed', name }, ids: lists[index] ?? [] }))
}

/** What colleagues like in the subjects the member teaches in this world. */
async function taughtBy(context: Context): Promise<Draft[]> {
  const { preferences } = await ownPersonalisation(context)
  const { subjects = [], classGrades = [] } = preferences ?? {}
  const terms = subjects.flatMap((id) => context.taxonomy.term(context.world, 'subject', id) ?? [])
  return await Promise.all(
    terms.slice(0, taughtShelves).map(async ({ id, name }) => ({
      reason: { kind: 'taught', subject: name } as const,
      ids: await popularFor(context, id, classGrades),
    })),
  )
}

/** Deals the cards out, each to the first shelf that wants it. */
function fill(drafts: readonly Draft[], cards: readonly MaterialCard[]): RecommendedShelf[] {
  const left = new Map(cards.map((card) => [card.id, card]))
  return drafts.flatMap(({ reason, ids }) => {
    const wanted = ids.flatMap((id) => left.get(id) ?? []).slice(0, cardsPerShelf)
    if (wanted.length < minCards) return []
    for (const { id } of wanted) left.delete(id)
    return [{ reason, cards: wanted }]
  })
}
