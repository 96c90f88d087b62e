import { create as contentDisposition } from 'content-disposition'
import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { documentFormats, documentLineSchema, documentSchema } from '../rules/contract.ts'
import { documentFile, listDocuments, viewDocument } from './service.ts'

const tag = 'ai tools'

export const list = read({
  name: 'ai-document.list',
  summary: 'The own documents of this world, newest first',
  rate: 'read',
  input: z.object({}),
  run: async (context) => await listDocuments(context),
  api: {
    path: '/v3/ai/documents',
    tag,
    output: z.object({ documents: z.array(documentLineSchema) }),
    reply: (documents) => ({ data: { documents } }),
  },
})

export const one = read({
  name: 'ai-document.view',
  summary: 'A document, with its text and the version that is edited',
  rate: 'read',
  input: z.object({ id: idSchema }),
  run: async (context, { id }) => await viewDocument(context, id),
  api: { path: '/v3/ai/documents/{id}', tag, output: documentSchema },
})

export const file = read({
  name: 'ai-document.file',
  summary: 'A document as a file: a page of HTML, or Markdown',
  rate: 'read',
  input: z.object({ id: idSchema, format: z.enum(documentFormats) }),
  run: async (context, { id, format }) => await documentFile(context, id, format),
  api: {
    path: '/v3/ai/documents/{id}/file',
    tag,
    output: z.string(),
    reply: ({ name, type, body }) => ({
      stream: body,
      headers: {
        'Content-Type': type,
        'Content-Disposition': contentDisposition(name),
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      },
    }),
  },
})
