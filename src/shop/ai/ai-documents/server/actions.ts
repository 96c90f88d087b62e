import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { documentChangeSchema, documentSchema } from '../rules/contract.ts'
import { changeDocument, createDocument, deleteDocument, restoreDocument } from './service.ts'

const tag = 'ai tools'
const done = z.object({ done: z.literal(true) })
const isDone = () => ({ data: { done: true as const } })
const documentAddress = ({ world }: Context, documentId: number) => url('ai-document', { world, documentId })

export const create = action({
  name: 'ai-document.create',
  summary: 'Keep the result of a run as a document',
  rate: 'write',
  input: z.object({ run_id: idSchema }),
  run: async (context, { run_id }) => await createDocument(context, run_id),
  api: { method: 'post', path: '/v3/ai/documents', tag, output: documentSchema },
  form: {
    page: 'ai-run',
    intent: 'keep-document',
    fromAddress: { run_id: 'runId' },
    done: ({ id }, { context }) => documentAddress(context, id),
  },
})

export const change = action({
  name: 'ai-document.change',
  summary: 'Save the title and text of a document over the version that was edited',
  rate: 'write',
  input: documentChangeSchema.extend({ id: idSchema }),
  run: async (context, { id, ...changed }) => await changeDocument(context, id, changed),
  api: { method: 'put', path: '/v3/ai/documents/{id}', tag, output: documentSchema },
  form: {
    page: 'ai-document',
    intent: 'save-document',
    fromAddress: { id: 'documentId' },
    maxBytes: 768 * 1024,
    done: ({ id }, { context }) => `${documentAddress(context, id)}#saved`,
  },
})

export const remove = action({
  name: 'ai-document.delete',
  summary: 'Put a document into the trash; it can be brought back for 30 days',
  rate: 'write',
  input: z.object({ id: idSchema }),
  run: async (context, { id }) => await deleteDocument(context, id),
  api: { method: 'delete', path: '/v3/ai/documents/{id}', tag, output: done, reply: isDone },
  form: {
    page: 'ai-document',
    intent: 'delete-document',
    fromAddress: { id: 'documentId' },
    done: (_done, { context: { world } }) => `${url('ai-documents', { world })}#deleted`,
  },
})

export const restore = action({
  name: 'ai-document.restore',
  summary: 'Bring a document back from the trash',
  rate: 'write',
  input: z.object({ id: idSchema }),
  run: async (context, { id }) => await restoreDocument(context, id),
  api: { method: 'post', path: '/v3/ai/documents/{id}/restore', tag, output: done, reply: isDone },
  form: {
    page: 'ai-documents',
    intent: 'restore-document',
    done: (_done, { context: { world } }) => url('ai-documents', { world }),
  },
})
