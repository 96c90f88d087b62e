import { z } from 'zod'
import { lookOf, paperLook } from '#exercises/units/server/service.ts'
import { read } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { contentDisposition } from '#shop/selling/materials/server/service.ts'
import { roomOfCode } from './live/joining.ts'
import { messagesFor } from './live/polling.ts'
import { lookAtRoom } from './live/pupil-view.ts'
import { listRooms, viewRoom } from './own-rooms.ts'
import { resultFormats } from './results/export-files.ts'
import { exportResults, exportSeatCards, exportWorksheet, type ResultFile } from './results/exporting.ts'
import { resultsOf } from './results/results.ts'
import { answerLine, roomState, rosterLine } from './view.ts'

const tag = 'rooms'
const ofRoom = z.object({ roomId: idSchema })

export const list = read({
  name: 'room.list',
  summary: 'The own learning rooms, the newest first',
  rate: 'read',
  input: z.object({}),
  run: (context) => listRooms(context),
  api: { path: '/v3/rooms', tag, output: z.unknown(), reply: (rooms) => ({ data: { rooms } }) },
})

export const view = read({
  name: 'room.view',
  summary: 'An own room: pupils, and how right their answers are',
  rate: 'read',
  input: ofRoom,
  run: (context, { roomId }) => viewRoom(context, roomId),
  api: {
    path: '/v3/rooms/{roomId}',
    tag,
    output: z.unknown(),
    reply: ({ room, settings, elements, steps, participants, answers }) => ({
      data: {
        ...{ id: room.id, code: room.code, title: room.title, seq: Number(room.seq), purgeAt: room.purge_at },
        ...{ state: roomState(room), settings, elements, steps },
        participants: participants.map(rosterLine),
        answers: answers.map(answerLine),
      },
    }),
  },
})

export const look = read({
  name: 'room.look',
  summary: 'A room as a pupil sees it; with `since` the answer waits some seconds for what is newer',
  rate: 'room',
  input: z.object({
    code: z.string().max(40),
    since: z.coerce.number().int().min(-1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  run: async (context, { code, since }, { ip }) => {
    if (since !== undefined) {
      const room = await roomOfCode(context, code, ip)
      if (room.seq <= since) await context.roomHub.change(room, roomLimits.pollMs)
    }
    return await lookAtRoom(context, code, ip)
  },
  api: { path: '/v3/room-codes/{code}', tag, output: z.unknown() },
})

export const messages = read({
  name: 'room.messages',
  summary:
    'What the line of a room would tell, where no WebSocket gets through; with `since` the answer waits some seconds',
  rate: 'room',
  input: z.object({
    code: z.string().max(40),
    role: z.enum(['participant', 'teacher', 'screen']).default('participant'),
    since: z.coerce.number().int().min(-1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  run: (context, { code, role, since }, { ip }) => messagesFor(context, { code, role, since }, ip),
  api: { path: '/v3/room-codes/{code}/messages', tag, output: z.unknown() },
})

export const results = read({
  name: 'room.results',
  summary: 'What came of an own room: answers by pupil, figures by element',
  rate: 'read',
  input: ofRoom,
  run: (context, { roomId }) => resultsOf(context, roomId),
  api: {
    path: '/v3/rooms/{roomId}/results',
    tag,
    output: z.unknown(),
    reply: ({ elements, pupils, figures, meanPercent }) => ({
      data: {
        ...{ elements, pupils, meanPercent },
        figures: figures.map((item) => ({ ...item, picks: item.picks && Object.fromEntries(item.picks) })),
      },
    }),
  },
})

export const file = read({
  name: 'room.export',
  summary:
    'The results of an own room as CSV, XLSX, PDF of the class (`pdf`) or of each pupil (`pupils`), or xAPI',
  rate: 'read',
  input: ofRoom.extend({ format: z.enum(resultFormats) }),
  run: (context, { roomId, format }) => exportResults(context, roomId, format),
  api: { path: '/v3/rooms/{roomId}/export', tag, output: z.unknown(), reply: asDownload, hasOwnLimits: true },
})

export const seatCards = read({
  name: 'room.seat-cards',
  summary: 'The seat cards of an own room as PDF',
  rate: 'read',
  input: ofRoom,
  run: (context, { roomId }) => exportSeatCards(context, roomId),
  api: {
    path: '/v3/rooms/{roomId}/seat-cards',
    tag,
    output: z.unknown(),
    reply: asDownload,
    hasOwnLimits: true,
  },
})

export const worksheet = read({
  name: 'room.worksheet',
  summary: 'What an own room plays as a PDF worksheet, with the QR code of the room and the answers',
  rate: 'write',
  input: ofRoom.extend(paperLook),
  run: (context, { roomId, ...look }) => exportWorksheet(context, roomId, lookOf(look)),
  api: {
    path: '/v3/rooms/{roomId}/worksheet',
    tag,
    output: z.unknown(),
    reply: asDownload,
    hasOwnLimits: true,
  },
})

function asDownload({ name, mime, bytes }: ResultFile) {
  return { stream: bytes, headers: { 'content-type': mime, 'content-disposition': contentDisposition(name) } }
}
