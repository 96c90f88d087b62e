import { z } from 'zod'
import { assetReceiver } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { action, type RequestFacts } from '#platform/http/access/action.ts'
import { type Parts, pictureFile } from '#platform/http/form/parts.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { type OwnCourse, ownCourse, paintCourse } from './own-courses.ts'

const courseCoverParts = { fields: z.object({}), files: { file: pictureFile } } satisfies Parts
const addCover = assetReceiver(courseCoverParts)

/**
 * Puts a picture above an own course. @throws ProductError unauthorized; not_found; image_invalid (it is none); as assetReceiver
 */
async function coverCourse(
  context: Context,
  courseId: number,
  request: Pick<RequestFacts, 'headers' | 'body'>,
): Promise<OwnCourse> {
  // Nobody sends ten megabytes to a course that is not theirs.
  await ownCourse(context, courseId)
  const { asset } = await addCover(context, request)
  if (!asset.endsWith('.webp')) throw new ProductError('image_invalid', { fields: { file: 'image_invalid' } })
  return await paintCourse(context, courseId, asset)
}

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

/** Takes the picture above an own course away. @throws ProductError unauthorized; not_found */
async function uncoverCourse(context: Context, courseId: number): Promise<OwnCourse> {
  return await paintCourse(context, courseId, '')
}
