import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { contentDisposition } from '#shop/selling/materials/server/service.ts'
import { certificateOf } from './certificate.ts'
import { learnersOf } from './learners.ts'
import { learntCourse } from './learning.ts'
import { listCourses, ownCourse } from './own-courses.ts'

const tag = 'courses'
const ofKey = z.object({ key: z.string().max(40) })

export const list = read({
  name: 'course.list',
  summary: 'The own courses, the newest change first',
  rate: 'read',
  input: z.object({}),
  run: (context) => listCourses(context),
  api: { path: '/v3/courses', tag, output: z.unknown(), reply: (courses) => ({ data: { courses } }) },
})

export const view = read({
  name: 'course.view',
  summary: 'An own course with its items',
  rate: 'read',
  input: z.object({ courseId: idSchema }),
  run: (context, { courseId }) => ownCourse(context, courseId),
  api: { path: '/v3/courses/{courseId}', tag, output: z.unknown() },
})

export const learners = read({
  name: 'course.learners',
  summary: 'How far those are who learn with an own course, who did something last first',
  rate: 'read',
  input: z.object({ courseId: idSchema }),
  run: (context, { courseId }) => learnersOf(context, courseId),
  api: {
    path: '/v3/courses/{courseId}/learners',
    tag,
    output: z.unknown(),
    reply: (all) => ({ data: { learners: all } }),
  },
})

export const learn = read({
  name: 'course.learn',
  summary: 'An open course, or one’s own way through it',
  rate: 'read',
  input: ofKey,
  run: (context, { key }) => learntCourse(context, key),
  api: { path: '/v3/courses/learn/{key}', tag, output: z.unknown() },
})

export const certificate = read({
  name: 'course.certificate',
  summary: 'A certificate of a course whose required items are done, as a PDF',
  rate: 'write',
  input: ofKey,
  run: (context, { key }) => certificateOf(context, key),
  api: {
    path: '/v3/courses/learn/{key}/certificate',
    hasOwnLimits: true,
    tag,
    output: z.unknown(),
    reply: ({ title, pdf }) => ({
      stream: pdf,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': contentDisposition(`${title}.pdf`),
      },
    }),
  },
})
