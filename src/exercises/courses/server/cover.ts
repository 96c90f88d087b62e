import { z } from 'zod'
import { assetReceiver } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import { type Parts, pictureFile } from '#platform/http/form/parts.ts'
import { type OwnCourse, ownCourse, paintCourse } from './own-courses.ts'

export const courseCoverParts = { fields: z.object({}), files: { file: pictureFile } } satisfies Parts
const addCover = assetReceiver(courseCoverParts)

/**
 * Puts a picture above an own course. @throws ProductError unauthorized; not_found; image_invalid (it is none); as assetReceiver
 */
export async function coverCourse(
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

/** Takes the picture above an own course away. @throws ProductError unauthorized; not_found */
export async function uncoverCourse(context: Context, courseId: number): Promise<OwnCourse> {
  return await paintCourse(context, courseId, '')
}
