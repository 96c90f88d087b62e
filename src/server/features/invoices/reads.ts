import { z } from 'zod'
import { taxDocumentSchema } from '#shared/contract/tax-document.ts'
import { idSchema } from '#shared/contract/world.ts'
import { read } from '../../http/action.ts'
import { contentDisposition } from '../materials/service.ts'
import { documentFile, ownDocuments } from './service.ts'

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
  }),
  run: (context, { after, order }) => ownDocuments(context, { after, reference: order }),
  api: {
    path: '/v1/invoices',
    tag,
    output: z.object({ documents: z.array(taxDocumentSchema), nextCursor: z.string().nullable() }),
  },
})

export const file = read({
  name: 'invoice.file',
  summary: 'The PDF of a document of one’s own',
  rate: 'read',
  input: z.object({ id: idSchema }),
  run: (context, { id }) => documentFile(context, id),
  api: {
    path: '/v1/invoices/{id}/file',
    tag,
    output: z.unknown(),
    reply: ({ name, pdf }) => ({
      stream: pdf,
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Length': String(pdf.length),
        'Content-Disposition': contentDisposition(name),
        'X-Content-Type-Options': 'nosniff',
      },
    }),
  },
})
