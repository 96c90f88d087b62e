import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { courseCoverParts, coverCourse, uncoverCourse } from './cover.ts'

const page = 'interactive-course'
const fromAddress = { courseId: 'courseId' }
const ofCourse = z.object({ courseId: idSchema })
const coverSchema = z.object({ cover: z.string() })

function atCover({ world }: Pick<Context, 'world'>, courseId: number): string {
  return `${url(page, { world, courseId })}#cover`
}

export const cover = action({
  name: 'course.cover',
  summary: 'Put a picture above an own course',
  rate: 'upload',
  body: 'multipart',
  input: ofCourse,
  parts: courseCoverParts,
  run: (context, { courseId }, request) => coverCourse(context, courseId, request),
  api: {
    method: 'post',
    path: '/v3/courses/{courseId}/cover',
    tag: 'courses',
    output: coverSchema,
    reply: (course) => ({ data: { cover: course.cover } }),
  },
  form: {
    page,
    intent: 'send-course-cover',
    fromAddress,
    done: (_course, { context, input }) => atCover(context, input.courseId),
  },
})

export const removeCover = action({
  name: 'course.remove-cover',
  summary: 'Take the picture above an own course away',
  rate: 'write',
  input: ofCourse,
  run: (context, { courseId }) => uncoverCourse(context, courseId),
  api: {
    method: 'delete',
    path: '/v3/courses/{courseId}/cover',
    tag: 'courses',
    output: coverSchema,
    reply: (course) => ({ data: { cover: course.cover } }),
  },
  form: {
    page,
    intent: 'remove-course-cover',
    fromAddress,
    done: (_course, { context, input }) => atCover(context, input.courseId),
  },
})
