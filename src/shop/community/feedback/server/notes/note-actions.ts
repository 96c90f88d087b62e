import { z } from 'zod'
import { action, read } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import {
  answerInputSchema,
  noteInputSchema,
  notePageSchema,
  reportInputSchema,
} from '#platform/rules/contract/feedback.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { answerNote, listNotes, reportNote, sendNote } from './notes.ts'

const tag = 'feedback'
const doneSchema = z.object({ done: z.literal(true) })
const reply = () => ({ data: { done: true as const } })

export const send = action({
  name: 'note.send',
  summary: 'Tell the author of a bought material something nobody else reads',
  rate: 'write',
  idempotent: 'in-transaction',
  input: noteInputSchema.extend({ materialId: idSchema }),
  run: async (context, { materialId, ...input }) => ({ id: await sendNote(context, materialId, input) }),
  api: {
    method: 'post',
    path: '/v1/materials/{materialId}/notes',
    tag,
    output: z.object({ id: z.number().int() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'bought-materials',
    intent: 'send-note',
    done: (_id, { context: { world } }) => `${url('bought-materials', { world })}#note-sent`,
  },
})

export const answerIt = action({
  name: 'note.answer',
  summary: "The author's answer to a note, which only the buyer reads; replaces an earlier one",
  rate: 'write',
  input: answerInputSchema.extend({ noteId: idSchema }),
  run: (context, { noteId, text }) => answerNote(context, noteId, text),
  api: { method: 'put', path: '/v1/notes/{noteId}/reply', tag, output: doneSchema, reply },
  form: {
    page: 'cabinet-sales',
    intent: 'answer-note',
    done: (_result, { context: { world } }) => `${url('cabinet-sales', { world })}#note-answered`,
  },
})

export const reportIt = action({
  name: 'note.report',
  summary: 'Report a note, or the answer to the own one; confirmed by mail',
  rate: 'write',
  input: reportInputSchema.pick({ reason: true, text: true }).extend({ noteId: idSchema }),
  run: (context, { noteId, ...input }) => reportNote(context, noteId, input),
  api: { method: 'post', path: '/v1/notes/{noteId}/reports', tag, output: doneSchema, reply },
  form: ['cabinet-sales' as const, 'bought-materials' as const].map((page) => ({
    page,
    intent: 'report-note',
    done: (_result, { context: { world } }) => `${url(page, { world })}#note-reported`,
  })),
})

export const all = read({
  name: 'note.list',
  summary: 'Notes to the member as an author, or of the member to authors, the newest first',
  rate: 'read',
  input: z.object({
    box: z.enum(['received', 'sent']).default('received'),
    cursor: z.string().max(200).optional(),
  }),
  run: (context, input) => listNotes(context, input),
  api: { path: '/v1/notes', tag, output: notePageSchema },
})
