import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema, versionSchema } from '#platform/rules/contract/world.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { editItem, renewItem } from './items.ts'
import { changeCourse } from './own-courses.ts'

const tag = 'courses'
const page = 'interactive-course'
const fromAddress = { courseId: 'courseId' }
const ofItem = z.object({ courseId: idSchema, revision: versionSchema, item: z.string().max(10) })

function atItems({ world }: Pick<Context, 'world'>, courseId: number): string {
  return `${url(page, { world, courseId })}#items`
}

export const edit = action({
  name: 'course.edit-item',
  summary: 'Change the heading, the time and the text or address of an item; what pupils did with it stays',
  rate: 'write',
  input: ofItem.extend({
    title: z.string().trim().min(1).max(interactiveLimits.title),
    minutes: z.coerce.number().int().min(0).max(600).default(0),
    ref: z.string().max(5000).optional(),
  }),
  run: (context, { courseId, revision, ...wish }) =>
    changeCourse(context, { id: courseId, revision }, (now) => ({
      ...now,
      items: editItem(now.items, wish),
    })),
  api: {
    method: 'put',
    path: '/v3/courses/{courseId}/items',
    tag,
    output: z.unknown(),
    reply: (data) => ({ data }),
  },
  form: {
    page,
    intent: 'edit-item',
    fromAddress,
    done: (_course, { context, input }) => atItems(context, input.courseId),
  },
})

export const renew = action({
  name: 'course.renew-item',
  summary:
    'Have an item lead to the newest version of its exercise; what pupils reached in tasks that stayed counts on',
  rate: 'write',
  input: ofItem,
  run: (context, { courseId, revision, item }) => renewItem(context, { id: courseId, revision }, item),
  api: {
    method: 'put',
    path: '/v3/courses/{courseId}/items/version',
    tag,
    output: z.unknown(),
    reply: (data) => ({ data }),
  },
  form: {
    page,
    intent: 'renew-item',
    fromAddress,
    done: (_course, { context, input }) => atItems(context, input.courseId),
  },
})
