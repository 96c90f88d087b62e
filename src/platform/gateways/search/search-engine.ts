import type { Db } from '#platform/db/pool.ts'
import type { OrderName, RankReason, SearchKind, Sort } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

export interface SearchRequest {
  world: LiveWorldCode
  query: string
  /** Searches the words as they are typed: no correction of typing errors, no word left out. */
  exact?: boolean
  /** Selected ids by kind, of the taxonomy or of platform/rules/search-attributes.ts; OR within a kind, AND between kinds. */
  selected: Partial<Record<SearchKind, string[]>>
  price?: { minCents?: number; maxCents?: number }
  authorId?: number
  sort: Sort
  limit: number
  /** Opaque keyset cursor of a former answer. */
  cursor?: string
  /** Numbered page for real links (1..40); ignored when a cursor is given. */
  page?: number
  withFacets: boolean
  /** Whether only the first ones are wanted, and nobody reads how many there are; not with facets or by relevance. */
  isUncounted?: boolean
  /** Whether to say of each hit why it stands where it does. */
  withReasons?: boolean
}

export interface UnderstoodWords {
  kind: SearchKind
  ids: readonly string[]
  /** As they were typed. */
  words: readonly string[]
}

export interface SearchHits {
  materialIds: number[]
  total: number
  totalIsEstimate: boolean
  correctedQuery: string | null
  /** Words of the query that were read as filters, and are in force. */
  understood: readonly UnderstoodWords[]
  /** Words whose synonyms counted: as typed, Greek ones in Greek letters, and as they were corrected. */
  lookedUp: readonly string[]
  /** Words of the query that none of the shown materials fulfils. */
  leftOut: string[]
  /** Whether materials with most of the words are shown, because no one has all of many words. */
  isPartial: boolean
  facets: { kind: SearchKind; counts: { id: string; count: number | null }[] }[]
  nextCursor: string | null
  /** The order the hits really have. */
  order: OrderName
  /** Empty unless asked for, and in every order but `ranked`. */
  reasons: RankReason[]
}

export interface SearchDocument {
  world: LiveWorldCode
  materialId: number
  authorId: number
  authorName: string
  title: string
  description: string
  keywords: string[]
  /** Names of subjects, grades, types in the world's language: they are searched, too. */
  termNames: string[]
  termIds: number[]
  priceCents: number
  ratingAverage: number
  popularity: number
  publishedAt: Date
  /** Language of the material itself; unknown when left out. */
  language?: string
  /** What its files are, as platform/rules/search-attributes.ts names them. */
  formats?: readonly string[]
  isInteractive?: boolean
  pageCount?: number
  hasSolutions?: boolean
}

/** PostgreSQL full text by default; another engine when grown. Knows ids, never materials. */
export interface SearchEngine {
  search(request: SearchRequest): Promise<SearchHits>
  /** Completed words and phrases for what is typed so far. */
  suggestWords(world: LiveWorldCode, typed: string, limit: number): Promise<string[]>
  /** Ids of materials about the same as one, the likest first; none for one that is not in the index. */
  similar(world: LiveWorldCode, materialId: number, limit: number): Promise<number[]>
  /** Writes within the caller's transaction, so that publishing and finding are one act. */
  index(tx: Db, document: SearchDocument): Promise<void>
  /** Rows that were written by older rules than today's. */
  outdated(limit: number): Promise<{ world: LiveWorldCode; materialId: number }[]>
  remove(tx: Db, world: LiveWorldCode, materialId: number): Promise<void>
}
