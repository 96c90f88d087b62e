import { z } from 'zod'
import { roomModes } from '#exercises/model/modes.ts'
import { roomSettingsSchema } from '#exercises/model/room.ts'
import type { Context } from '#platform/context/context.ts'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema, versionSchema } from '#platform/rules/contract/world.ts'
import { controlSchema } from './answers/input.ts'
import { copyMissed } from './answers/missed-tasks.ts'
import { controlRoom } from './live/control.ts'
import { copyPlayed, switchRoom } from './live/switching.ts'
import { createRoom, deleteRoom } from './own-rooms.ts'
import { gradeRoomAnswer } from './results/grading.ts'
import { roomState } from './view.ts'

const tag = 'rooms'
const page = 'room-desk'
const fromAddress = { roomId: 'roomId' }
const ofRoom = z.object({ roomId: idSchema })
const stateSchema = z.unknown()

function desk({ world }: Pick<Context, 'world'>, roomId: number, part = ''): string {
  return url(page, { world, roomId }) + part
}

export const create = action({
  name: 'room.create',
  summary: 'Make a learning room of a published unit (`unitId`) or of a pointer to one (`shadowId`)',
  rate: 'write',
  input: roomSettingsSchema.extend({
    unitId: idSchema.optional(),
    /** Of the unit, as a course pins it; else the newest one. */
    version: versionSchema.optional(),
    shadowId: idSchema.optional(),
    mode: z.enum(roomModes).default('self'),
  }),
  run: (context, { unitId, version, shadowId, mode, ...settings }) => {
    const source = shadowId === undefined ? { unitId: unitId ?? 0, version } : { shadowId }
    return createRoom(context, { source, mode, settings })
  },
  api: {
    method: 'post',
    path: '/v3/rooms',
    tag,
    output: z.object({ id: z.number(), code: z.string() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'interactive-rooms',
    intent: 'create-room',
    done: ({ id }, { context }) => desk(context, id),
  },
})

export const control = action({
  name: 'room.control',
  summary:
    'Open, start, pause, turn pages, reveal, lock, close a room; rename, remove or give time to a pupil',
  rate: 'write',
  input: ofRoom.extend(controlSchema.shape),
  run: async (context, { roomId, extraTime, ...command }) =>
    await controlRoom(context, roomId, { ...command, factor: extraTime && extraTime / 100 }),
  api: {
    method: 'post',
    path: '/v3/rooms/{roomId}/control',
    tag,
    output: stateSchema,
    reply: (room) => ({ data: { ...roomState(room), code: room.code, seq: Number(room.seq) } }),
  },
  form: {
    page: ['room-desk', 'room-screen'],
    intent: 'control-room',
    fromAddress,
    done: (_room, { context, input, values }) =>
      values.from === 'screen'
        ? url('room-screen', { world: context.world, roomId: input.roomId })
        : desk(context, input.roomId),
  },
})

export const grade = action({
  name: 'room.grade',
  summary: 'Give points for an answer that waits for its teacher, or change what it got',
  rate: 'write',
  input: ofRoom.extend({
    participant: idSchema,
    element: z.string().max(26),
    /** In hundredths of a point. */
    hundredths: z.number().int().min(0).max(10_000).optional(),
    points: z.string().max(12).optional(),
  }),
  run: async (context, { roomId, ...given }) => {
    await gradeRoomAnswer(context, roomId, given)
    return { done: true as const }
  },
  api: {
    method: 'post',
    path: '/v3/rooms/{roomId}/grades',
    tag,
    output: z.object({ done: z.literal(true) }),
  },
  form: {
    page,
    intent: 'grade-answer',
    fromAddress,
    done: (_done, { context, input }) => desk(context, input.roomId, '#graded'),
  },
})

export const repeat = action({
  name: 'room.repeat',
  summary: 'Make an exercise of what the class of a room did not know',
  rate: 'write',
  input: ofRoom,
  run: (context, { roomId }) => copyMissed(context, roomId),
  api: {
    method: 'post',
    path: '/v3/rooms/{roomId}/missed',
    tag,
    output: z.object({ id: z.number() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page,
    intent: 'repeat-missed',
    fromAddress,
    done: ({ id }, { context: { world } }) => url('interactive-unit', { world, unitId: id }),
  },
})

export const copyUnit = action({
  name: 'room.copy-unit',
  summary: 'Take a copy of one’s own of what a room plays, to change it',
  rate: 'write',
  input: ofRoom,
  run: (context, { roomId }) => copyPlayed(context, roomId),
  api: {
    method: 'post',
    path: '/v3/rooms/{roomId}/copy',
    tag,
    output: z.object({ id: z.number() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page,
    intent: 'copy-room-unit',
    fromAddress,
    done: ({ id }, { context: { world } }) => url('interactive-unit', { world, unitId: id }),
  },
})

export const switchUnit = action({
  name: 'room.switch',
  summary:
    'Go on with an own published version of what a room plays: from the start, or from the next page on',
  rate: 'write',
  input: ofRoom.extend({ unitId: idSchema }),
  run: (context, { roomId, unitId }) => switchRoom(context, roomId, unitId),
  api: {
    method: 'put',
    path: '/v3/rooms/{roomId}/unit',
    tag,
    output: stateSchema,
    reply: (room) => ({ data: { ...roomState(room), title: room.title, seq: Number(room.seq) } }),
  },
  form: {
    page,
    intent: 'switch-room',
    fromAddress,
    done: (_room, { context, input }) => desk(context, input.roomId, '#switched'),
  },
})

export const remove = action({
  name: 'room.delete',
  summary: 'Delete a room with every name and answer in it, now',
  rate: 'write',
  input: ofRoom,
  run: async (context, { roomId }) => {
    await deleteRoom(context, roomId)
    return { done: true as const }
  },
  api: { method: 'delete', path: '/v3/rooms/{roomId}', tag, output: z.object({ done: z.literal(true) }) },
  form: {
    page,
    intent: 'delete-room',
    fromAddress,
    done: (_done, { context: { world } }) => `${url('interactive-rooms', { world })}#deleted`,
  },
})
