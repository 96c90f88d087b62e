import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { handInFiles, handInParts } from './files.ts'

export const handIn = action({
  name: 'room.hand-in',
  summary: 'Hand in files of a pupil: pictures, PDFs, recordings',
  rate: 'room',
  body: 'multipart',
  input: z.object({ code: z.string().max(40) }),
  parts: handInParts,
  run: async (context, { code }, request) => {
    await handInFiles(context, code, request)
    return { done: true as const }
  },
  api: {
    method: 'post',
    path: '/v3/room-codes/{code}/files',
    tag: 'rooms',
    output: z.object({ done: z.literal(true) }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'room',
    intent: 'hand-in-file',
    fromAddress: { code: 'code' },
    done: (_done, { context: { world }, input: { code } }) => `${url('room', { world, code })}#saved`,
  },
})
