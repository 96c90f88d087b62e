import { z } from 'zod'
import { centsSchema, idSchema } from '#platform/rules/contract/world.ts'

/** Listings one call may change: each is a change of its own, with history, index and pages. */
export const maxBulk = 100
/** Lines of one imported table. */
export const maxImportLines = 200

export const bulkIdsSchema = z.array(idSchema).min(1).max(maxBulk)

const beforeSchema = z.object({
  price: z.number().int().min(0),
  salePrice: z.number().int().min(0).nullable(),
  saleFrom: z.string().max(40).nullable(),
  saleUntil: z.string().max(40).nullable(),
})
/** Prices of listings as they were before a change of many. */
export const pricesBeforeSchema = z
  .array(beforeSchema.extend({ id: idSchema }))
  .min(1)
  .max(maxBulk)
export type PricesBefore = z.output<typeof pricesBeforeSchema>[number]

/** What became of a call for many listings: each is done or skipped with the reasons, fields first. */
export const bulkResultSchema = z.object({
  done: z.array(
    z.object({
      id: z.number().int(),
      title: z.string(),
      isNew: z.boolean(),
      /** After a change of prices: what they were. */
      before: beforeSchema.optional(),
    }),
  ),
  skipped: z.array(
    z.object({
      /** Null: a line that names no listing. */
      id: z.number().int().nullable(),
      /** Of the imported table; null elsewhere. */
      line: z.number().int().nullable(),
      title: z.string(),
      code: z.string(),
      fields: z.record(z.string(), z.string()),
    }),
  ),
})
const pricesSchema = z.object({ price: z.number().int(), salePrice: z.number().int().nullable() })
/** What a change of many would do, line by line; deleting changes no price. */
export const bulkPlanSchema = z.object({
  kind: z.enum(['delete', 'percent', 'sale']),
  percent: z.number().int().optional(),
  lines: z.array(z.object({ id: z.number().int(), title: z.string(), from: pricesSchema, to: pricesSchema })),
})
export type BulkPlan = z.output<typeof bulkPlanSchema>

/** One line of a table that would be brought in: what changes, in the words of its columns. */
const plannedLineSchema = z.object({
  id: z.number().int().nullable(),
  line: z.number().int(),
  title: z.string(),
  /** It would be a new draft. */
  isNew: z.boolean(),
  changes: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
})

/** The same of a table of listings. With `dryRun` nothing is done: `planned` says what would be, `table` how the file was read. */
export const importResultSchema = bulkResultSchema.extend({
  planned: z.array(plannedLineSchema).optional(),
  table: z.string().optional(),
})
export type ImportResult = z.output<typeof importResultSchema>
export type BulkResult = z.output<typeof bulkResultSchema>

export const priceChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), cents: centsSchema }),
  z.object({ kind: z.literal('percent'), percent: z.number().int().min(-90).max(300) }),
])
export type PriceChange = z.output<typeof priceChangeSchema>

export const recommendationSchema = z.object({
  currency: z.string(),
  price: z.number().int(),
  low: z.number().int(),
  high: z.number().int(),
  /** Sold materials it was compared with. */
  n: z.number().int(),
  confidence: z.enum(['low', 'medium', 'high']),
  reasons: z.array(z.enum(['sold_alike', 'pages', 'solutions', 'editable', 'bundle'])),
})
export type PriceRecommendation = z.output<typeof recommendationSchema>
