import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { contentDisposition } from '#shop/selling/materials/server/service.ts'
import { taxDocumentSchema } from '../rules/contract.ts'
import { ossCsv, quarterSchema } from './oss.ts'
import { documentFile, documentXml, ossReport, ownDocuments } from './service.ts'

const tag = 'orders'

export const list = read({
  name: 'invoice.list',
  summary: "The member's own invoices and what corrects them, the newest first",
  rate: 'read',
  input: z.object({
    after: z.string().max(512).optional(),
    order: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .optional(),
    /** As a buyer (invoices), or as an author (self-billed invoices). */
    side: z.enum(['buyer', 'author']).default('buyer'),
  }),
  run: (context, { after, order, side }) => ownDocuments(context, { after, reference: order, side }),
  api: {
    path: '/v1/invoices',
    tag,
    output: z.object({ documents: z.array(taxDocumentSchema), nextCursor: z.string().nullable() }),
  },
})

export const file = read({
  name: 'invoice.file',
  summary:
    'A document of one’s own: its PDF, or its e-invoice (EN 16931, XRechnung in the syntax of UN/CEFACT)',
  rate: 'read',
  input: z.object({ id: idSchema, format: z.enum(['pdf', 'xml']).default('pdf') }),
  run: (context, { id, format }) => (format === 'xml' ? documentXml(context, id) : documentFile(context, id)),
  api: {
    path: '/v1/invoices/{id}/file',
    tag,
    output: z.unknown(),
    reply: ({ name, type, bytes }) => ({ stream: bytes, headers: fileHeaders(type, name, bytes) }),
  },
})

export const oss = read({
  name: 'tax.oss',
  summary:
    'What the one-stop shop wants to know of a quarter (2026-4): country, rate, net and tax, and whether it is what the ledger says',
  rate: 'read',
  input: z.object({ quarter: quarterSchema, format: z.enum(['json', 'csv']).default('json') }),
  run: async (context, input) => ({ ...input, report: await ossReport(context, input.quarter) }),
  api: {
    path: '/v1/tax/oss',
    tag,
    output: z.unknown(),
    reply: ({ format, quarter, report }) => {
      if (format === 'json') return { data: report }
      const bytes = Buffer.from(ossCsv(report))
      return { stream: bytes, headers: fileHeaders('text/csv; charset=utf-8', `oss-${quarter}.csv`, bytes) }
    },
  },
})

function fileHeaders(type: string, name: string, bytes: Buffer): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Length': String(bytes.length),
    'Content-Disposition': contentDisposition(name),
    'X-Content-Type-Options': 'nosniff',
  }
}
