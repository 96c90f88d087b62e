import type { SearchKind } from '#platform/rules/contract/search.ts'
import type { SearchRequest } from './search-engine.ts'
import type { WordQuery } from './words/words.ts'

/** A request in the index's terms. */
export interface Filter {
  world: string
  words: WordQuery | undefined
  /** What the words narrow to: each is an AND. */
  wishes?: readonly WishFilter[]
  /** Instead of all topic words any of these is enough, for looking at who has most of them. */
  anyOf?: string
  /** Whether the wishes only count, too, and are no condition. */
  areWishesSoft?: boolean
  bundleIds?: readonly number[]
  /** Term ids per kind with a selection: OR within, AND between. What costs nothing is one more price. */
  selections: { kinds: readonly SearchKind[]; termIds: number[] }[]
  price: SearchRequest['price']
  /** "Free or in this range": a range and "free" together are an either-or. */
  orFree?: boolean
  authorId: number | undefined
}

export interface WishFilter {
  kind: SearchKind
  termIds: readonly number[]
  /** A grade's words side by side: they count where a material has no grade at all. */
  literal?: { config: string; texts: readonly string[]; unlessAny: readonly number[] }
}

/** Matches per term and per `failing` group of filter.ts; term 0 counts the rows themselves. */
export type Counts = ReadonlyMap<number, ReadonlyMap<number, number>>
