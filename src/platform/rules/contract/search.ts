import { z } from 'zod'
import { maxNumberedPage, maxSearchLength } from '#platform/limits.ts'
import { attributeKinds } from '../search-attributes.ts'
import { truncate } from '../text/truncate.ts'
import { materialCardSchema } from './material.ts'
import { wholeNumber } from './number.ts'
import { textSchema } from './text.ts'
import { worldSchema } from './world.ts'

export const facetKinds = [
  'class_grade',
  'learning_years',
  'material_type',
  'subject',
  'school_type',
] as const
export type FacetKind = (typeof facetKinds)[number]
/** Kinds of filters: the taxonomy's, which programme is followed, and what a material is besides. */
export const searchKinds = [...facetKinds, 'curriculum', ...attributeKinds] as const
export type SearchKind = (typeof searchKinds)[number]
export const sorts = ['relevance', 'newest', 'bestselling', 'rating', 'price_up', 'price_down'] as const
export type Sort = (typeof sorts)[number]

/** Where a hit has the words, best first: side by side in the title ... only as parts of longer words, only some. */
export const wordPlaces = ['phrase', 'title', 'keywords', 'terms', 'text', 'compound', 'some'] as const
/** `ranked` is by how well the words fit; `popular` is also the answer to a query that very many materials fit. */
export const orderNames = ['ranked', 'popular', 'newest', 'rating', 'price_up', 'price_down'] as const
export type OrderName = (typeof orderNames)[number]

const listParameter = z
  .union([textSchema, z.array(textSchema)])
  .transform((value) =>
    (Array.isArray(value) ? value : [value]).flatMap((part) => part.split(',')).filter(Boolean),
  )
  .pipe(z.array(z.string().max(64)).max(20))
  .default([])

export const searchInputSchema = z.object({
  /** Any text: a long one is ranked by how many of its words a material has. */
  query: textSchema
    .trim()
    .overwrite((text) => truncate(text, maxSearchLength).toWellFormed())
    .default(''),
  class_grade: listParameter,
  learning_years: listParameter,
  material_type: listParameter,
  subject: listParameter,
  school_type: listParameter,
  /** Programmes of schools, as authors say: `GET /v1/search` names those that are found. */
  curriculum: listParameter,
  /** Ranges in cents 'min-max', either end may be empty; 'free' is the same as `free=1`. */
  price: listParameter.pipe(z.array(z.string().regex(/^(free|\d{0,7}-\d{0,7})$/))),
  /** '1': only free ones. */
  free: listParameter,
  /** '4' or '3': the least average of stars. */
  rating: listParameter,
  /** Language of the material itself, ISO 639-1, or 'none' for one without words. */
  language: listParameter,
  format: listParameter,
  /** 'yes' or 'no'. */
  interactive: listParameter,
  /** Bands 'min-max' of pages. */
  pages: listParameter,
  /** 'yes': only with solutions. */
  solutions: listParameter,
  /** '1': the words as typed, nothing corrected and nothing left out. */
  exact: z.literal('1').optional(),
  sort: z.enum(sorts).default('relevance'),
  cursor: textSchema.max(200).optional(),
  page: wholeNumber(1, maxNumberedPage).default(1),
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

export const understoodSchema = z.object({
  kind: z.enum(searchKinds),
  ids: z.array(z.string()),
  /** What the values are called, in the world's language. */
  names: z.array(z.string()),
  /** The words of the query that were read so. */
  words: z.array(z.string()),
})

const linkSchema = z.object({ text: z.string(), url: z.string() })

/** What to try where nothing was found: authors and subjects called nearly so, other spellings, single words. */
export const offersSchema = z.object({
  words: z.array(linkSchema),
  spellings: z.array(linkSchema),
  subjects: z.array(linkSchema),
  authors: z.array(linkSchema),
})
export type SearchOffers = z.infer<typeof offersSchema>

export const searchResultSchema = z.object({
  world: worldSchema,
  query: z.string(),
  /** The query that was run, when a word was corrected. */
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
  /** Words of the query that were read as filters: grades, stages, "free". They are in force. */
  understood: z.array(understoodSchema).default([]),
  /** Words that none of the shown materials has, with a search for each alone. */
  leftOut: z.array(linkSchema).default([]),
  /** Whether materials with most of the words are among them, because few or none have all. */
  isPartial: z.boolean().default(false),
  /** Where nothing was found: what to try instead. */
  offers: offersSchema.optional(),
  /** Where nothing was found: popular materials of the chosen subject, or of the world. */
  rescue: z.array(materialCardSchema).optional(),
})
export type SearchResult = z.infer<typeof searchResultSchema>

export const suggestionSchema = z.object({
  kind: z.enum(['material', 'subject', 'keyword', 'author']),
  text: z.string(),
  url: z.string(),
  /** Of a material: its cover, and what it costs. */
  cover: z.string().optional(),
  finalPrice: z.number().int().optional(),
  currency: z.string().optional(),
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
