import { z } from 'zod'
import { aiUses } from '../ai-use.ts'
import { licences } from '../money/licence.ts'
import { hues } from '../web/subject-hue.ts'
import { questionSchema, reviewSchema, starCountsSchema } from './feedback.ts'
import { centsSchema, worldSchema } from './world.ts'

/** Preview and cover images are ready-made addresses of the image service; sizes in px. */
export const imageSchema = z.object({
  src: z.string(),
  srcset: z.string(),
  width: z.number().int(),
  height: z.number().int(),
})
export type Image = z.infer<typeof imageSchema>

/** One page to look at before buying. */
export const previewSchema = imageSchema.extend({
  page: z.number().int(),
  /** The picture of another page is nothing but a blur. */
  isShown: z.boolean(),
  isSolution: z.boolean(),
  /** What is on it, in the author's words; null: not said. */
  alt: z.string().nullable(),
  /** For reading it; null for a page that is not shown. */
  large: imageSchema.nullable(),
})
export type Preview = z.infer<typeof previewSchema>

export const videoSchema = z.object({
  src: z.string(),
  mediaType: z.enum(['video/mp4', 'video/webm']),
})

export const priceSchema = z.object({
  currency: z.string().length(3),
  /** What a reduction is measured at, in cents (directive 98/6/EC, article 6a); without one what is paid now. */
  price: centsSchema,
  /** What is paid now, in cents: the sale price while the sale runs. */
  finalPrice: centsSchema,
  /** It may be called reduced: `price` is above `finalPrice`. */
  sale: z.boolean(),
})
export type Price = z.infer<typeof priceSchema>

export const ratingSchema = z.object({ average: z.number(), count: z.number().int() })

/** What a card, a cart line and a favourite show. */
export const materialCardSchema = priceSchema.extend({
  id: z.number().int(),
  world: worldSchema,
  slug: z.string(),
  title: z.string(),
  url: z.string(),
  author: z.object({ id: z.number().int(), name: z.string(), url: z.string() }),
  cover: imageSchema.nullable(),
  rating: ratingSchema.nullable(),
  isBundle: z.boolean(),
  isNew: z.boolean(),
  /** It holds an exercise or a course. */
  isInteractive: z.boolean(),
  pageCount: z.number().int(),
  /** 'pdf', 'docx', ... of platform/rules/search-attributes.ts. */
  formats: z.array(z.string()),
  hasSolutions: z.boolean(),
  materialType: z.string(),
  grades: z.string(),
  subject: z.string(),
  /** The colour and icon of its subject. */
  hue: z.enum(hues),
})
export type MaterialCard = z.infer<typeof materialCardSchema>

export const materialFileSchema = z.object({
  id: z.number().int(),
  type: z.enum(['material_file', 'sources', 'cover']),
  name: z.string(),
  mediaType: z.string(),
  sizeBytes: z.number().int(),
  pageCount: z.number().int().nullable(),
  /** Of a PDF: whether there are words in it that programs can read; null: not looked at, or no PDF. */
  hasText: z.boolean().nullable(),
})
export type MaterialFile = z.infer<typeof materialFileSchema>

const termRefSchema = z.object({ id: z.string(), name: z.string(), slug: z.string().nullable() })
export type TermRef = z.infer<typeof termRefSchema>

/** Cents; `price` is what a reduction is measured at, and else `finalPrice`. */
export const licenceOfferSchema = z.object({
  licence: z.enum(licences),
  price: centsSchema,
  finalPrice: centsSchema,
})
export type LicenceOffer = z.infer<typeof licenceOfferSchema>

export const versionSchema = z.object({
  at: z.string(),
  /** Names of files. */
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** The author's words; may be empty. */
  note: z.string(),
  /** Of the exercise that is sold, where a newer one came. */
  unitVersion: z.number().nullable(),
})
export type MaterialVersion = z.infer<typeof versionSchema>

export const materialDetailSchema = materialCardSchema.extend({
  status: z.enum(['draft', 'published', 'unlisted', 'blocked', 'deleted']),
  /** The safe part of Markdown (platform/rules/markdown/members-text.ts). */
  description: z.string(),
  language: z.string(),
  /** How long a class works with it, in minutes; null when its author does not say. */
  lessonMinutes: z.number().int().nullable(),
  /** How far programs that write and draw made it, as its author says; null: nobody asked yet. */
  aiUse: z.enum(aiUses).nullable(),
  /** Where pictures and texts of others come from, with their licences. */
  imageSources: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  publishedAt: z.string().nullable(),
  previews: z.array(previewSchema),
  /** The author's description of the cover; null: none. */
  coverAlt: z.string().nullable(),
  /** In which the author shows the material; free to watch. */
  video: videoSchema.nullable(),
  materialFiles: z.array(materialFileSchema),
  subjects: z.array(termRefSchema),
  gradeTerms: z.array(termRefSchema),
  schoolTypes: z.array(termRefSchema),
  learningYears: z.array(termRefSchema),
  /** Programmes of schools it follows, as its author says. */
  curricula: z.array(z.object({ id: z.string(), framework: z.string(), name: z.string() })),
  type: termRefSchema,
  keywords: z.array(z.string()),
  bundle: z.array(materialCardSchema),
  /** What may be bought, the smallest first, with today's prices for who has none of it yet. */
  licences: z.array(licenceOfferSchema),
  /** What changed after publication, the newest first. */
  versions: z.array(versionSchema),
  /** `checked`: every PDF of today was read at its upload and has tags, a title and a language. Null: not so. */
  accessibility: z.enum(['checked']).nullable(),
  /** What the material cost at least in the 30 days before the sale began; null where nothing may be called reduced. */
  priorPrice: centsSchema.nullable(),
  /** Of a bundle: what its parts cost at least in the last 30 days, one by one; null: not known, or no bundle. */
  partsPrice: centsSchema.nullable(),
  /** The newest ones. */
  reviews: z.array(reviewSchema),
  stars: starCountsSchema,
  /** Answered ones, the newest first. */
  questions: z.array(questionSchema),
  /** Specification 3 "as tracked". */
  bestInCategories: z.array(z.string()),
  interactiveId: z.number().int().nullable(),
  isBundleInteractive: z.boolean(),
  isStandaloneInteractive: z.boolean(),
  hasFixedPrice: z.boolean(),
})
export type MaterialDetail = z.infer<typeof materialDetailSchema>
