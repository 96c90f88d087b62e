import type { DemoPost, Motif, Section, WorldFile } from './schema.ts'
import type { World } from './world-codes.ts'

export type { CalcKind, DemoPost, DiagramKind, Motif, PlannerKind, Section } from './schema.ts'

/** A named author of the demo catalogue. `since` is a date, YYYY-MM-DD. */
export type DemoAuthor = {
  key: string
  publicName: string
  subtitle: string
  description: string
  since: string
  /** Taxonomy subject ids the author mostly writes for. */
  subjects: string[]
}

export type DemoBuyer = { key: string; displayName: string }

export type DemoReview = { buyerKey: string; rating: 1 | 2 | 3 | 4 | 5; text: string; daysAgo: number }

/** One material of the demo catalogue; every id is a taxonomy id of its world, prices are in minor units. */
export type DemoMaterial = {
  key: string
  authorKey: string
  title: string
  /** 2-4 plain paragraphs separated by blank lines; lines starting with "- " are list items. */
  description: string
  subject: string
  grades: string[]
  schoolTypes: string[]
  learningYears?: string[]
  materialType: string
  /** Content language, e.g. "de" or "en". */
  language: string
  keywords: string[]
  /** 0 = free. EUR, in the world `en` GBP. */
  priceCents: number
  salePriceCents?: number
  /** Keys of the materials of the same world this bundle contains. */
  bundleOf?: string[]
  publishedDaysAgo: number
  reviews: DemoReview[]
  sheet: Sheet
}

export type DemoWorld = {
  world: World
  authors: DemoAuthor[]
  buyers: DemoBuyer[]
  materials: DemoMaterial[]
  posts: DemoPost[]
  words: WorldFile['words']
}

/** What the PDF of a material holds; rendered by `renderSheet`. */
export type Sheet = {
  /** The line under the title, e.g. "Mathematik · Klasse 6". */
  subtitle: string
  motif: Motif
  /** Posters and planners carry no line for name and date. */
  nameLine: boolean
  sections: Section[]
}

export type SectionOf<F extends Section['f']> = Extract<Section, { f: F }>
