import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import type { Download } from '#shop/selling/materials/server/service.ts'
import { readOwnFile, readPupilFile } from './files.ts'

const tag = 'rooms'
const elementSchema = z.string().regex(/^[0-9a-z]{1,26}$/)

export const own = read({
  name: 'room.own-file',
  summary: 'The file a pupil handed in, for themselves',
  rate: 'room',
  input: z.object({ code: z.string().max(40), element: elementSchema }),
  run: (context, input, request) => readOwnFile(context, input, request),
  api: { path: '/v3/room-codes/{code}/file', tag, output: z.unknown(), reply: download },
})

export const file = read({
  name: 'room.file',
  summary: 'The file a pupil handed in, for the teacher of the room',
  rate: 'read',
  input: z.object({ roomId: idSchema, participant: idSchema, element: elementSchema }),
  run: (context, input, { headers }) => readPupilFile(context, input, headers.range),
  api: {
    path: '/v3/rooms/{roomId}/file',
    tag,
    output: z.unknown(),
    reply: download,
  },
})

/** The API's own headers say that nothing of it is stored on the way, and that nothing in it runs. */
function download({ status, headers, stream }: Download) {
  return { status, stream, headers }
}
