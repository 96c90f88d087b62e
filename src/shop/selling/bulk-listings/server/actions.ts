import { z } from 'zod'
import { action, type FormDone, read } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { parsedJson } from '#platform/rules/parsed-json.ts'
import {
  bulkIdsSchema,
  bulkPlanSchema,
  bulkResultSchema,
  importResultSchema,
  priceChangeSchema,
  pricesBeforeSchema,
  recommendationSchema,
} from '#shop/selling/materials/rules/bulk-contract.ts'
import { contentDisposition } from '#shop/selling/materials/server/service.ts'
import { priceAdvice, tagAdvice } from './advice.ts'
import { deleteMany, editMany, priceMany, publishMany, saleMany, unpublishMany } from './changing.ts'
import { type Planned, planMany, restorePrices } from './planning.ts'
import { sentTable, tableParts } from './sent-table.ts'
import { exportListings, importListings, planImport } from './table.ts'

const tag = 'materials'
const rate = 'write'
/** A table of 2 MB comes back as text, written for an address. */
const maxTableSigns = 2 * 1024 * 1024
const maxAppliedBytes = 7 * 1024 * 1024
const page = 'cabinet-sales' as const
const ids = z.object({ ids: bulkIdsSchema })
const keywords = z.array(z.string().max(200)).max(20)
/** In the form percents only: a price for all is a matter of programs. */
const byPercent = ids
  .extend({ percent: z.number().int().min(-90).max(300) })
  .transform(({ percent, ...chosen }) => ({ ...chosen, change: { kind: 'percent' as const, percent } }))
/** In the form keywords stand in one line, and are added. */
const inOneLine = ids
  .extend({ keywords: z.string().max(800) })
  .transform(({ keywords: line, ...chosen }) => ({
    ...chosen,
    addKeywords: line
      .split(/[,;\n]/)
      .map((word) => word.trim())
      .filter(Boolean),
  }))

/** The list is shown again with what became of each. */
function shown(result: z.output<typeof bulkResultSchema>): FormDone {
  return { typed: { bulkResult: JSON.stringify(result) } }
}

/** A table on its way: the page shows what it would change, and has it for the second step. */
function planned({ table = '', ...result }: z.output<typeof importResultSchema>): FormDone {
  if (result.planned === undefined) return shown(result)
  return { typed: { bulkPlan: JSON.stringify(result), table } }
}

const plans = {
  delete: ids.transform((input) => ({ ...input, kind: 'delete' as const })),
  percent: ids
    .extend({ percent: z.number().int().min(-90).max(300) })
    .transform((input) => ({ ...input, kind: 'percent' as const })),
  sale: ids
    .extend({ discount: z.number().int().min(0).max(90) })
    .transform(({ discount, ...input }) => ({ ...input, kind: 'sale' as const, percent: discount })),
}
const planForm = (kind: keyof typeof plans) => ({
  page,
  intent: `bulk-ask-${kind}`,
  input: plans[kind] as z.ZodType<{ ids: number[] } & Planned>,
  done: (plan: z.output<typeof bulkPlanSchema>): FormDone => ({
    typed: { bulkAsk: JSON.stringify(plan) },
  }),
})

/** Asked before something is done to many: each with its price, before and after. */
export const planForMany = action({
  name: 'listing.bulk-plan',
  summary: 'What a deletion, percents on prices or a sale would do to own materials; nothing is changed',
  rate,
  input: z.discriminatedUnion('kind', [
    ids.extend({ kind: z.literal('delete') }),
    ids.extend({ kind: z.literal('percent'), percent: z.number().int().min(-90).max(300) }),
    ids.extend({ kind: z.literal('sale'), percent: z.number().int().min(0).max(90) }),
  ]),
  run: (context, { ids: chosen, ...planned }) => planMany(context, chosen, planned),
  api: { method: 'post', path: '/v3/sales/bulk-plan', tag, output: bulkPlanSchema },
  form: [planForm('delete'), planForm('percent'), planForm('sale')],
})

/** In the form the prices stand in one field, as the page got them. */
const inOneField = z
  .object({ prices: z.string().max(40_000) })
  .transform(({ prices }) => ({ prices: parsedJson(prices) }))
  .pipe(z.object({ prices: pricesBeforeSchema }))

export const restoreMany = action({
  name: 'listing.bulk-restore',
  summary: 'Give own materials the prices back they had before a change',
  rate,
  input: z.object({ prices: pricesBeforeSchema }),
  run: (context, { prices }) => restorePrices(context, prices),
  api: { method: 'post', path: '/v3/sales/bulk-restore', tag, output: bulkResultSchema },
  form: { page, intent: 'bulk-restore', input: inOneField, done: shown },
})

/** Specification 7, "sales bulk-delete". */
export const removeMany = action({
  name: 'listing.bulk-delete',
  summary: 'Delete own materials; buyers keep their files',
  rate,
  input: ids,
  run: (context, input) => deleteMany(context, input.ids),
  api: { method: 'post', path: '/v3/sales/bulk-delete', tag, output: bulkResultSchema },
  form: { page, intent: 'bulk-delete', done: shown },
})

export const showMany = action({
  name: 'listing.bulk-publish',
  summary: 'Publish own materials',
  rate,
  input: ids,
  run: (context, input) => publishMany(context, input.ids),
  api: { method: 'post', path: '/v3/sales/bulk-publish', tag, output: bulkResultSchema },
  form: { page, intent: 'bulk-publish', done: shown },
})

export const hideMany = action({
  name: 'listing.bulk-unpublish',
  summary: 'Take own materials out of search and lists',
  rate,
  input: ids,
  run: (context, input) => unpublishMany(context, input.ids),
  api: { method: 'post', path: '/v3/sales/bulk-unpublish', tag, output: bulkResultSchema },
  form: { page, intent: 'bulk-unpublish', done: shown },
})

export const changePrices = action({
  name: 'listing.bulk-price',
  summary: 'One price for own materials, or so many percent more or less',
  rate,
  input: ids.extend({ change: priceChangeSchema }),
  run: (context, input) => priceMany(context, input.ids, input.change),
  api: { method: 'post', path: '/v3/sales/bulk-price', tag, output: bulkResultSchema },
  form: { page, intent: 'bulk-percent', input: byPercent, done: shown },
})

export const discountMany = action({
  name: 'listing.bulk-sale',
  summary: 'A sale of so many percent for own materials; 0 ends it',
  rate,
  input: ids.extend({ discount: z.number().int().min(0).max(90) }),
  run: (context, input) => saleMany(context, input.ids, input.discount),
  api: { method: 'post', path: '/v3/sales/bulk-sale', tag, output: bulkResultSchema },
  form: { page, intent: 'bulk-sale', done: shown },
})

export const changeMany = action({
  name: 'listing.bulk-edit',
  summary: 'The same change of keywords, type and language for own materials',
  rate,
  input: ids.extend({
    addKeywords: keywords.optional(),
    removeKeywords: keywords.optional(),
    materialType: z.string().max(64).optional(),
    language: z.string().max(10).optional(),
  }),
  run: (context, { ids: chosen, ...edit }) => editMany(context, chosen, edit),
  api: { method: 'post', path: '/v3/sales/bulk-edit', tag, output: bulkResultSchema },
  form: { page, intent: 'bulk-keywords', input: inOneLine, done: shown },
})

export const bringTable = action({
  name: 'listing.import',
  summary: 'Change and add own materials by a table of up to 200 lines',
  rate: 'upload',
  body: 'multipart',
  input: z.object({}),
  parts: tableParts,
  run: async (context, _input, request) => {
    const { text, isDryRun } = await sentTable(context, request)
    return isDryRun ? await planImport(context, text) : await importListings(context, text)
  },
  api: { method: 'post', path: '/v3/sales/import', tag, output: importResultSchema },
  form: { page, intent: 'import-listings', done: planned },
})

export const applyTable = action({
  name: 'listing.apply-import',
  summary: 'Bring in a table whose changes were shown',
  rate: 'upload',
  input: z.object({ table: z.string().min(1).max(maxTableSigns) }),
  run: (context, { table }) => importListings(context, table),
  form: { page, intent: 'apply-listings', maxBytes: maxAppliedBytes, done: shown },
})

export const takeTable = read({
  name: 'listing.export',
  summary: 'All own materials as CSV',
  rate: 'read',
  input: z.object({}),
  run: (context) => exportListings(context),
  api: {
    path: '/v3/sales/export',
    tag,
    output: z.unknown(),
    reply: ({ name, csv }) => ({
      stream: csv,
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Length': String(csv.length),
        'Content-Disposition': contentDisposition(name),
        'X-Content-Type-Options': 'nosniff',
      },
    }),
  },
})

const kindInput = z.object({
  subjects: z.array(z.string().max(64)).min(1).max(20),
  grades: z.array(z.string().max(64)).min(1).max(20),
  materialType: z.string().min(1).max(64),
  pages: z.number().int().min(0).max(1000).default(0),
  hasSolutions: z.boolean().default(false),
  isEditable: z.boolean().default(false),
})

/** Specification 7, "price recommender". It changes nothing, but it is posted. */
export const adviseOnPrice = action({
  name: 'listing.price-advice',
  summary: 'What similar materials are bought for: of an own material, or of what is described',
  rate: 'read',
  input: z.union([z.object({ materialId: idSchema }), kindInput]),
  run: (context, asked) => priceAdvice(context, asked),
  api: { method: 'post', path: '/v3/price-recommender', tag, output: recommendationSchema },
})

/** Specification 7, "item tags". */
export const adviseOnTags = action({
  name: 'listing.tag-advice',
  summary: 'Keywords that materials about the same have',
  rate: 'search',
  input: z.object({ title: z.string().max(400), keywords: keywords.default([]) }),
  run: async (context, asked) => ({ tags: await tagAdvice(context, asked) }),
  api: { method: 'post', path: '/v3/item-tags', tag, output: z.object({ tags: z.array(z.string()) }) },
})
