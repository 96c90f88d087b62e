import { z } from 'zod'
import { type Context, type Deps, memberOf } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import type { Parts } from '#platform/http/form/parts.ts'
import { storedParts } from '#platform/http/form/sent-parts.ts'
import { pictureAltLength } from '#platform/limits.ts'
import { readCrop } from '#platform/rules/files/crop.ts'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import { croppedParts, storePicture } from '#shop/selling/authors/server/service.ts'
import { deleteFilesJob } from '#shop/selling/materials/server/service.ts'
import type { TextPicture } from '../../rules/contract.ts'
import { requireWriter } from '../editors/editors.ts'
import { textPictured } from '../events.ts'
import { deleteUnnamedPictures, insertTextPicture } from './picture-queries.ts'
import { pictureView } from './picture-view.ts'

const maxCredit = 200

/** A picture, what is to be seen on it, who made it, and which part of it is shown. */
export const textPictureParts = {
  fields: croppedParts.fields.extend({
    alt: z
      .string()
      .overwrite((text) => cleanLine(text))
      .min(pictureAltLength.min)
      .max(pictureAltLength.max)
      .describe('What is to be seen, for who cannot see it.'),
    credit: z
      .string()
      .overwrite((text) => cleanLine(text))
      .max(maxCredit)
      .default('')
      .describe('Who made it, and its licence.'),
    shape: z.enum(['', 'wide', 'square']).default('').describe('Cut to 3:2, to a square, or not at all.'),
  }),
  files: croppedParts.files,
} satisfies Parts
const receivePicture = storedParts(textPictureParts)

const ratios = { wide: 3 / 2, square: 1 } as const

/**
 * Keeps a picture for texts, made anew without its metadata.
 * @throws ProductError unauthorized, forbidden, invalid_input (`file`, `alt`, `credit`), image_invalid, too_large
 */
export async function addTextPicture(context: Context, request: RequestFacts): Promise<TextPicture> {
  const editorId = await requireWriter(context)
  const member = memberOf(context)
  if (!member) throw new ProductError('unauthorized')
  const { db, world } = context
  return await receivePicture(context, request, async ({ fields, files: [sent] }) => {
    const { alt, credit, shape, ...typed } = fields
    const cut = shape === '' ? {} : { crop: readCrop(typed), ratio: ratios[shape] }
    const { key, size } = await storePicture(context, member, 'post', { ...sent, ...cut })
    try {
      const row = await transaction(db, async (tx) => {
        await emit(context, tx, textPictured, {})
        return await insertTextPicture(tx, world, { image_key: key, alt, credit, made_by: editorId, ...size })
      })
      return pictureView(context, row)
    } catch (error) {
      await context.storage.delete(key)
      throw error
    }
  })
}

/** The job: pictures that no text names any more. */
export async function cleanTextPictures({ db, queue }: Deps): Promise<void> {
  await transaction(db, async (tx) => {
    const keys = await deleteUnnamedPictures(tx)
    if (keys.length > 0) await queue.send(tx, deleteFilesJob, { keys })
  })
}
