import type { AlternateParams } from '#platform/routing/seo.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'

export type HubKind = 'keyword' | 'lesson' | 'school'

/** A row of `hub` as it is read. Prices in minor units of the world's currency, null without materials. */
export interface HubRow {
  id: number
  world: LiveWorld
  kind: HubKind
  key: string
  school_type: string | null
  subject: string | null
  grade: string | null
  topic: string | null
  intro: string | null
  material_count: number
  free_count: number
  min_price_cents: number | null
  max_price_cents: number | null
  changed_at: Date
  /** Two hubs of one world with this and a count in common hold the same materials. */
  set_mark: string
  /** Worth a visit: linked, indexed, in the sitemap. */
  is_listed: boolean
}

/** What an address and a name are made of. */
export type HubParts = Pick<HubRow, 'id' | 'world' | 'kind' | 'school_type' | 'subject' | 'grade' | 'topic'>

/** A landing as a link. */
export interface HubLink {
  id: number
  kind: HubKind
  /** Short where it stands among its like ('3. Klasse'), full elsewhere. */
  name: string
  url: string
  /** Public materials. */
  count: number
  /** taxonomy id of the subject, for its colour */
  subject: string | null
}

/** One entry of a slider. */
export interface SlideItem extends HubLink {
  isCurrent: boolean
}

export interface HubFacts {
  /** Names of grades, in school order; of the 500 most chosen materials. */
  grades: string[]
  /** Kinds of material, the most frequent first; of the same 500. */
  /** Ids of the taxonomy. */
  materialTypes: string[]
  /** File types as people call them: PDF, Word; of the same 500. */
  fileTypes: string[]
  authors: number
  /** The 500 are not all: the number of authors is a lower bound. */
  isPart: boolean
}

export interface HubPage {
  kind: HubKind
  id: number
  name: string
  /** The name and its shorter forms, each with every part: grades by their short names, schools without their brackets. */
  names: readonly [string, ...string[]]
  /** One subject in every school and grade. */
  isSubject: boolean
  /** The id of the school type a landing is about when it is about nothing else. */
  onlySchool: string | undefined
  url: string
  params: Readonly<Record<string, string | number>>
  count: number
  freeCount: number
  /** Minor units; equal when everything costs the same. */
  minPrice: number
  maxPrice: number
  currency: string
  /** Editors' text, or null: then the page writes its own from the facts. */
  intro: string | null
  facts: HubFacts
  materials: MaterialCard[]
  /** The same materials where they can be filtered and sorted. */
  searchUrl: string
  page: number
  pageCount: number
  noindex: boolean
  trail: readonly { name: string; url: string }[]
  schoolTypes: SlideItem[]
  subjects: SlideItem[]
  grades: SlideItem[]
  topics: HubLink[]
  lessons: HubLink[]
  schools: HubLink[]
  equivalents: AlternateParams
  tags: string[]
}
