import { z } from 'zod'
import { maxNumberedPage, maxQueryLength } from '../limits.ts'
import { attributeKinds } from '../rules/search-attributes.ts'
import { materialCardSchema } from './material.ts'
import { worldSchema } from './world.ts'

export const facetKinds = [
  'class_grade',
  'learning_years',
  'material_type',
  'subject',
  'school_type',
] as const
export type FacetKind = (typeof facetKinds)[number]
/** Kinds of filters: the taxonomy's, and what a material is besides. */
export const searchKinds = [...facetKinds, ...attributeKinds] as const
export type SearchKind = (typeof searchKinds)[number]
export const sorts = ['relevance', 'newest', 'bestselling', 'rating', 'price_up', 'price_down'] as const
export type Sort = (typeof sorts)[number]

/** Where a hit has the words, best first: side by side in the title ... only as parts of longer words. */
export const wordPlaces = ['phrase', 'title', 'keywords', 'terms', 'text', 'compound'] as const
/** `ranked` is by how well the words fit; `popular` is also the answer to a query that very many materials fit. */
export const orderNames = ['ranked', 'popular', 'newest', 'rating', 'price_up', 'price_down'] as const
export type OrderName = (typeof orderNames)[number]

const listParameter = z
  .union([z.string(), z.array(z.string())])
  .transform((value) =>
    (Array.isArray(value) ? value : [value]).flatMap((part) => part.split(',')).filter(Boolean),
  )
  .pipe(z.array(z.string().max(64)).max(20))
  .default([])

export const searchInputSchema = z.object({
  query: z.string().trim().max(maxQueryLength).default(''),
  class_grade: listParameter,
  learning_years: listParameter,
  material_type: listParameter,
  subject: listParameter,
  school_type: listParameter,
  /** Ranges in cents 'min-max', either end may be empty; 'free' is the same as `free=1`. */
  price: listParameter.pipe(z.array(z.string().regex(/^(free|\d{0,7}-\d{0,7})$/))),
  /** '1': only free ones. */
  free: listParameter,
  /** '4' or '3': at least so many stars. */
  rating: listParameter,
  /** Language of the material itself, ISO 639-1, or 'none' for one without words. */
  language: listParameter,
  format: listParameter,
  /** 'yes' or 'no'. */
  interactive: listParameter,
  /** '1': the words as typed, nothing corrected and nothing left out. */
  exact: z.literal('1').optional(),
  sort: z.enum(sorts).default('relevance'),
  cursor: z.string().max(200).optional(),
  page: z.coerce.number().int().min(1).max(maxNumberedPage).default(1),
})
export type SearchInput = z.infer<typeof searchInputSchema>

export const facetValueSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Materials that would remain; null where a broad result was only sampled and the sample held none. */
  count: z.number().int().nullable(),
  selected: z.boolean(),
})
export const facetSchema = z.object({ kind: z.enum(searchKinds), values: z.array(facetValueSchema) })
export type Facet = z.infer<typeof facetSchema>

export const rankReasonSchema = z.object({
  materialId: z.number().int(),
  words: z.enum(wordPlaces),
  /** It is for a grade that the query names. */
  isRightGrade: z.boolean(),
})
export type RankReason = z.infer<typeof rankReasonSchema>

export const searchResultSchema = z.object({
  world: worldSchema,
  query: z.string(),
  /** What was really searched for, when a word was corrected. */
  correctedQuery: z.string().nullable(),
  total: z.number().int(),
  /** true: `total` and counts are estimates from a uniform sample. */
  totalIsEstimate: z.boolean(),
  materials: z.array(materialCardSchema),
  facets: z.array(facetSchema),
  nextCursor: z.string().nullable(),
  /** What the list is ordered by, really. */
  order: z.enum(orderNames),
  /** In the order `ranked`: why each material stands where it does (Digital Services Act, article 27). */
  reasons: z.array(rankReasonSchema),
  /** Where nothing was found: popular materials of the chosen subject, or of the world. */
  rescue: z.array(materialCardSchema).optional(),
})
export type SearchResult = z.infer<typeof searchResultSchema>

export const suggestionSchema = z.object({
  kind: z.enum(['material', 'subject', 'keyword', 'author']),
  text: z.string(),
  url: z.string(),
})
export type Suggestion = z.infer<typeof suggestionSchema>

export const filtersSchema = z.object({
  world: worldSchema,
  filters: z.array(
    z.object({
      kind: z.enum(facetKinds),
      values: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          short: z.string().nullable(),
          slug: z.string().nullable(),
          /** Published materials, a minute old at most; null where a large world was only sampled and held none. */
          count: z.number().int().nullable(),
        }),
      ),
    }),
  ),
})
export type Filters = z.infer<typeof filtersSchema>

/** `GET v3/mega-menu/get-subjects`: school classification of specification 3. */
export const megaMenuSchema = z.object({
  schools: z.array(
    z.object({
      type: z.string(),
      schoolName: z.string(),
      url: z.string(),
      materialsCount: z.number().int(),
      grades: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
      subjects: z.array(
        z.object({ id: z.string(), title: z.string(), materialsCount: z.number().int(), url: z.string() }),
      ),
    }),
  ),
})
export type MegaMenu = z.infer<typeof megaMenuSchema>
