import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { maxQueryLength } from '#platform/limits.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { contentDisposition } from '#shop/selling/materials/server/service.ts'
import { boughtMaterialSchema, orderSchema, saleSchema } from '../rules/contract.ts'
import { sales, salesFile } from './ledger/sales.ts'
import { statement } from './ledger/statement.ts'
import { boughtMaterials, orderByReference } from './service.ts'

const after = z.object({ after: z.string().max(512).optional() })
const salesInput = z.object({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  materialId: idSchema.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
})
const salesTotal = z.object({
  currency: z.string(),
  count: z.number().int(),
  gross: z.number().int(),
  authorShare: z.number().int(),
})
const tag = 'orders'

export const order = read({
  name: 'order.view',
  summary: "One order of the member's own",
  rate: 'read',
  input: z.object({ reference: z.string().regex(/^[0-9a-f]{32}$/) }),
  run: (context, { reference }) => orderByReference(context, reference),
  api: { path: '/v1/orders/{reference}', tag, output: orderSchema },
})

export const bought = read({
  name: 'order.bought',
  summary:
    'What the member owns, with download links of limited life; `query`: words of title, author or file names',
  rate: 'read',
  input: after.extend({ query: z.string().max(maxQueryLength).optional() }),
  run: (context, { after, query }) => boughtMaterials(context, { after, query }),
  api: {
    path: '/v1/bought-materials',
    tag,
    output: z.object({ materials: z.array(boughtMaterialSchema), nextCursor: z.string().nullable() }),
  },
})

export const ownStatement = read({
  name: 'order.statement',
  summary: "The author's sales and refunds of a month as CSV",
  rate: 'read',
  input: z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) }),
  run: (context, { month }) => statement(context, month),
  api: {
    path: '/v1/sales/statement',
    tag,
    output: z.unknown(),
    reply: fileReply,
  },
})

export const ownSales = read({
  name: 'order.sales',
  summary: "The author's own sales: all, or those of some days, of a material, to a country",
  rate: 'read',
  input: salesInput.extend(after.shape),
  run: (context, { after, ...wish }) => sales(context, after, wish),
  api: {
    path: '/v1/sales',
    tag,
    output: z.object({
      sales: z.array(saleSchema),
      nextCursor: z.string().nullable(),
      totals: z.array(salesTotal),
      months: z.array(salesTotal.extend({ month: z.string() })),
    }),
  },
})

export const ownSalesFile = read({
  name: 'order.sales-file',
  summary: 'The same sales as CSV',
  rate: 'read',
  input: salesInput,
  run: (context, wish) => salesFile(context, wish),
  api: {
    path: '/v1/sales/file',
    tag,
    output: z.unknown(),
    reply: fileReply,
  },
})

function fileReply({ name, csv }: { name: string; csv: Buffer }) {
  return {
    stream: csv,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Length': String(csv.length),
      'Content-Disposition': contentDisposition(name),
      'X-Content-Type-Options': 'nosniff',
    },
  }
}
