import type { MaterialCard, MaterialDetail } from '#platform/rules/contract/material.ts'
import type { SearchResult } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { AgeRange } from './search/ages.ts'

export type { AuthorRow, QuestionRow, ReviewRow } from './rows.ts'
export type { Taxonomy, Term } from './taxonomy.ts'

/** What a public address of a material or an author may lead to instead of the page itself. */
export type Elsewhere =
  /** It existed and was deleted: 410. */
  | 'gone'
  /** The id belongs to another world: a 301 to `url`. */
  | { redirectWorld: LiveWorldCode; url: string }

/** The author's box on a material page and the head of the author page. Image values are ready addresses. */
export interface AuthorSummary {
  id: number
  name: string
  slug: string
  url: string
  subtitle: string
  /** Plain text; blank lines part paragraphs. */
  description: string
  avatar: { src: string; srcset: string; width: number; height: number } | null
  background: { src: string; srcset: string; width: number; height: number } | null
  authorSince: string
  totalMaterials: number
  totalFollowers: number
  isCertified: boolean
  /** Null: not away now. `until`: the last moment of the last day. */
  away: { until: string; text: string } | null
}

export interface MaterialPage {
  material: MaterialDetail
  author: AuthorSummary
  /** Of the children it is for, as its grades have it. */
  ages: AgeRange | undefined
  /** Published bundles it is in that cost less than their parts, the most popular first. */
  bundles: { bundle: MaterialCard; parts: number; partsPrice: number }[]
  /** Up to 12, same subject and grade first; never the material itself. */
  similar: MaterialCard[]
  /** Up to 6 that at least two of its buyers bought as well. */
  boughtTogether: MaterialCard[]
  /** Up to 12 more by the same author. */
  fromAuthor: MaterialCard[]
  /** Unlisted materials are shown but must not be indexed. */
  noindex: boolean
  /** Cache tags of everything the page shows. */
  tags: string[]
}

/** A material stands on one shelf only. */
export interface HomePage {
  popular: MaterialCard[]
  newest: MaterialCard[]
  free: MaterialCard[]
  onSale: MaterialCard[]
  /** Whom most people follow. */
  authors: (AuthorSummary & { cover: MaterialCard['cover'] })[]
  totalMaterials: number
  totalAuthors: number
  tags: string[]
}

export interface SearchPage extends SearchResult {
  /** 1 for keyset pages, too: numbers exist only for the first 40 pages. */
  page: number
  pageCount: number
  /** There are more pages than have a number: time to narrow the search. */
  isCut: boolean
  tags: string[]
}

export interface AuthorPage {
  author: AuthorSummary
  materials: MaterialCard[]
  /** Value of `?after=` for the next page. */
  nextCursor: string | null
  tags: string[]
  /** When the first price on it changes by itself. */
  until: Date | undefined
}
