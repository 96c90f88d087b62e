import { z } from 'zod'
import { placeCookie } from '#exercises/rooms/server/service.ts'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { enterItemRoom, openItemRoom } from './rooms.ts'

const tag = 'courses'
const itemSchema = z.string().max(10)

export const openRoom = action({
  name: 'course.open-room',
  summary: 'Open the learning room an item of an own course asks for; again: the one that waits',
  rate: 'write',
  input: z.object({ courseId: idSchema, item: itemSchema }),
  run: (context, { courseId, item }) => openItemRoom(context, courseId, item),
  api: {
    method: 'post',
    path: '/v3/courses/{courseId}/rooms',
    tag,
    output: z.object({ id: z.number(), code: z.string() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'interactive-course',
    intent: 'open-room',
    fromAddress: { courseId: 'courseId' },
    done: ({ id }, { context: { world } }) => url('room-desk', { world, roomId: id }),
  },
})

export const enterRoom = action({
  name: 'course.enter-room',
  summary: 'Enter the open learning room of an item, under one’s own name in the course',
  rate: 'room',
  input: z.object({ key: z.string().max(40), item: itemSchema }),
  run: (context, { key, item }) => enterItemRoom(context, key, item),
  api: {
    method: 'post',
    path: '/v3/courses/learn/{key}/room',
    tag,
    output: z.object({ token: z.string(), name: z.string(), code: z.string() }),
    reply: ({ places, ...data }) => ({ status: 201, data, cookies: [placeCookie(places)] }),
  },
  form: {
    page: 'interactive-learn',
    intent: 'enter-course-room',
    fromAddress: { key: 'key' },
    done: ({ places, code }, { context: { world } }) => ({
      redirect: url('room', { world, code }),
      cookies: [placeCookie(places)],
    }),
    failed: ({ code }) => (code === 'forbidden' || code === 'gone' ? { problem: code } : undefined),
  },
})
