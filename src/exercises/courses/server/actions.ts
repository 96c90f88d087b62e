import { z } from 'zod'
import { courseGates } from '#exercises/model/course-gates.ts'
import type { Context } from '#platform/context/context.ts'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema, versionSchema } from '#platform/rules/contract/world.ts'
import { courseLimits, interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { takeCourse } from './bought.ts'
import { type ItemsChange, itemSteps, itemsAfter } from './items.ts'
import { beginCourse, tickItem } from './learning.ts'
import {
  changeCourse,
  createCourse,
  deleteCourse,
  duplicateCourse,
  newItem,
  type OwnCourse,
  ownCourse,
  shareCourse,
} from './own-courses.ts'
import { itemsSchema, languageSchema, templateFields } from './types.ts'

const tag = 'courses'
const page = 'interactive-course'
const fromAddress = { courseId: 'courseId' }
const ofCourse = z.object({ courseId: idSchema })
const ofRevision = { courseId: idSchema, revision: versionSchema }
const titleSchema = z.string().trim().min(1).max(interactiveLimits.title)
const headSchema = z.object({
  title: titleSchema,
  description: z.string().max(500).default(''),
  gate: z.enum(courseGates),
  minPercent: z.coerce.number().int().min(1).max(100).default(60),
  /** Whoever sends nothing of these changes nothing of them. */
  language: languageSchema.optional(),
  hasCertificate: z.boolean().optional(),
})
type Head = z.output<typeof headSchema>
const madeSchema = z.object({ id: z.number() })
const keySchema = z.string().max(40)

function withHead(now: OwnCourse, head: Partial<Head>): OwnCourse {
  const { title = now.title, description = now.description, gate = now.gate } = head
  const { minPercent = now.minPercent, language = now.language } = head
  const { hasCertificate = now.hasCertificate } = head
  return { ...now, title, description, gate, minPercent, language, hasCertificate }
}

function desk({ world }: Pick<Context, 'world'>, courseId: number, part = ''): string {
  return url(page, { world, courseId }) + part
}

export const create = action({
  name: 'course.create',
  summary: 'Begin a course',
  rate: 'write',
  input: z.object({ title: titleSchema }),
  run: (context, { title }) => createCourse(context, title),
  api: {
    method: 'post',
    path: '/v3/courses',
    tag,
    output: madeSchema,
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'interactive-courses',
    intent: 'create-course',
    done: ({ id }, { context }) => desk(context, id),
  },
})

/** A call sends the head with all items, a form the head or one step of an item: what is left out stays. */
type CourseChange = Partial<Head> & { courseId: number; revision: number; items?: ItemsChange }
const changeInput: z.ZodType<CourseChange> = headSchema.extend({ ...ofRevision, items: itemsSchema })
const moveInput = z
  .object({
    ...ofRevision,
    item: z.string().max(10),
    step: z.enum(itemSteps),
    /** Of `to`: how many come before it. */
    place: z.number().int().min(0).max(courseLimits.items).optional(),
  })
  .transform(({ courseId, revision, ...items }): CourseChange => ({ courseId, revision, items }))

export const change = action({
  name: 'course.change',
  summary: 'Change an own course and the order of its items; conflict when a newer revision is there',
  rate: 'write',
  input: changeInput,
  run: (context, { courseId, revision, items, ...head }) =>
    changeCourse(context, { id: courseId, revision }, (now) => ({
      ...withHead(now, head),
      items: items ? itemsAfter(now.items, items) : now.items,
    })),
  api: {
    method: 'put',
    path: '/v3/courses/{courseId}',
    tag,
    output: z.unknown(),
    reply: (data) => ({ data }),
  },
  form: [
    {
      page,
      intent: 'save-course',
      input: headSchema.extend(ofRevision),
      fromAddress,
      done: (_course, { context, input }) => desk(context, input.courseId, '#saved'),
    },
    {
      page,
      intent: 'move-item',
      input: moveInput,
      fromAddress,
      done: (_course, { context, input }) => desk(context, input.courseId, '#items'),
    },
  ],
})

export const add = action({
  name: 'course.add',
  summary: 'Add an exercise, a learning room, a material, a link or a text to a course',
  rate: 'write',
  input: z.object({
    courseId: idSchema,
    revision: versionSchema,
    kind: z.enum(['unit', 'room_template', 'material', 'link', 'text']),
    ref: z.string().max(5000),
    title: z.string().max(interactiveLimits.title).default(''),
    minutes: z.coerce.number().int().min(0).max(600).default(0),
    isRequired: z.boolean().default(true),
    ...templateFields,
  }),
  run: async (context, { courseId, revision, ...wish }) => {
    await ownCourse(context, courseId)
    const item = await newItem(context, wish)
    return changeCourse(context, { id: courseId, revision }, (now) => ({
      ...now,
      items: [...now.items, item],
    }))
  },
  api: {
    method: 'post',
    path: '/v3/courses/{courseId}/items',
    tag,
    output: z.unknown(),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page,
    intent: 'add-item',
    fromAddress,
    done: (_course, { context, input }) => desk(context, input.courseId, '#items'),
  },
})

export const share = action({
  name: 'course.share',
  summary: 'Let whoever has the address begin a course, or end that',
  rate: 'write',
  input: ofCourse.extend({ isOpen: z.boolean() }),
  run: (context, { courseId, isOpen }) => shareCourse(context, courseId, isOpen),
  api: {
    method: 'put',
    path: '/v3/courses/{courseId}/share',
    tag,
    output: z.unknown(),
    reply: (data) => ({ data }),
  },
  form: {
    page,
    intent: 'share-course',
    fromAddress,
    done: (_course, { context, input }) => desk(context, input.courseId, '#share'),
  },
})

export const duplicate = action({
  name: 'course.duplicate',
  summary: 'The same course once more, without those who learn with it',
  rate: 'write',
  idempotent: 'in-transaction',
  input: ofCourse,
  run: (context, { courseId }) => duplicateCourse(context, courseId),
  api: {
    method: 'post',
    path: '/v3/courses/{courseId}/duplicate',
    tag,
    output: madeSchema,
    reply: (data) => ({ status: 201, data }),
  },
  form: { page, intent: 'duplicate-course', fromAddress, done: ({ id }, { context }) => desk(context, id) },
})

export const remove = action({
  name: 'course.delete',
  summary: 'Delete a course with everything that is kept of those who learnt with it',
  rate: 'write',
  input: ofCourse,
  run: async (context, { courseId }) => {
    await deleteCourse(context, courseId)
    return { done: true as const }
  },
  api: { method: 'delete', path: '/v3/courses/{courseId}', tag, output: z.object({ done: z.literal(true) }) },
  form: {
    page,
    intent: 'delete-course',
    fromAddress,
    done: (_done, { context: { world } }) => `${url('interactive-courses', { world })}#deleted`,
  },
})

export const take = action({
  name: 'course.take',
  summary: 'Take the course that comes with a bought material: one’s own copy of it, the same at every call',
  rate: 'write',
  input: z.object({ materialId: idSchema }),
  run: (context, { materialId }) => takeCourse(context, materialId),
  api: {
    method: 'put',
    path: '/v3/courses/bought/{materialId}',
    tag,
    output: madeSchema,
    reply: (data) => ({ data }),
  },
  form: {
    page: 'interactive-play',
    intent: 'take-course',
    done: ({ id }, { context }) => desk(context, id),
  },
})

export const begin = action({
  name: 'course.begin',
  summary: 'Begin an open course under a name of one’s choice; the answer is one’s own key in it',
  rate: 'write',
  input: z.object({ key: keySchema, name: z.string().trim().min(1).max(courseLimits.name) }),
  run: (context, { key, name }) => beginCourse(context, key, name),
  api: {
    method: 'post',
    path: '/v3/courses/learn/{key}',
    tag,
    output: z.object({ key: z.string() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'interactive-learn',
    intent: 'begin-course',
    fromAddress: { key: 'key' },
    done: ({ key }, { context: { world } }) => url('interactive-learn', { world, key }),
  },
})

export const tick = action({
  name: 'course.tick',
  summary: 'Tick off an item of a course that nobody scores',
  rate: 'write',
  input: z.object({ key: keySchema, item: z.string().max(10) }),
  run: async (context, { key, item }) => {
    await tickItem(context, key, item)
    return { done: true as const }
  },
  api: {
    method: 'put',
    path: '/v3/courses/learn/{key}/done',
    tag,
    output: z.object({ done: z.literal(true) }),
  },
  form: {
    page: 'interactive-learn',
    intent: 'tick-item',
    fromAddress: { key: 'key' },
    done: (_done, { context: { world }, input }) =>
      `${url('interactive-learn', { world, key: input.key })}#items`,
  },
})
