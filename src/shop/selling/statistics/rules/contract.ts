import { z } from 'zod'

/** Where people come from who open a material. */
export const sources = ['search', 'author', 'browse', 'engine', 'social', 'elsewhere', 'direct'] as const
export type Source = (typeof sources)[number]

export const periods = [7, 28, 90, 365] as const
export const comparisons = ['before', 'year'] as const

export type Period = (typeof periods)[number]
export type Comparison = (typeof comparisons)[number]

/** Sums of a time. Money in cents of the world's currency: gross, and the author's share of it. */
export const figuresSchema = z.object({
  views: z.number().int(),
  cartAdds: z.number().int(),
  downloads: z.number().int(),
  sales: z.number().int(),
  freeTakes: z.number().int(),
  refunds: z.number().int(),
  gross: z.number().int(),
  share: z.number().int(),
  buyers: z.number().int(),
  returningBuyers: z.number().int(),
  follows: z.number().int(),
  unfollows: z.number().int(),
})
export type Figures = z.output<typeof figuresSchema>

const dayFiguresSchema = figuresSchema.extend({ day: z.string() })
export type DayFigures = z.output<typeof dayFiguresSchema>

const rankedSchema = z.object({ name: z.string(), views: z.number().int(), before: z.number().int() })
export type Ranked = z.output<typeof rankedSchema>

const spanSchema = z.object({ from: z.string(), to: z.string() })
export type Span = z.output<typeof spanSchema>

export const statisticsSchema = z.object({
  currency: z.string(),
  span: spanSchema,
  /** What it is compared with: as many days. */
  before: spanSchema,
  totals: figuresSchema,
  totalsBefore: figuresSchema,
  /** Days with anything on them, the oldest first. */
  days: z.array(dayFiguresSchema),
  daysBefore: z.array(dayFiguresSchema),
  sources: z.array(rankedSchema),
  terms: z.array(rankedSchema),
  /** Followers at the end of the time. */
  followers: z.number().int(),
  materials: z.array(figuresSchema.extend({ materialId: z.number().int(), title: z.string() })),
})
export type Statistics = z.output<typeof statisticsSchema>
