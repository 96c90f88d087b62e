import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import { type Parts, pictureFile } from '#platform/http/form/parts.ts'
import { storedParts } from '#platform/http/form/sent-parts.ts'
import { maxPostPictures, pictureAltLength } from '#platform/limits.ts'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import { storePicture } from '#shop/selling/authors/server/service.ts'
import { deleteFilesJob } from '#shop/selling/materials/server/service.ts'
import type { PostPicture } from '../../rules/contract.ts'
import { postChanged } from '../events.ts'
import { requireSeller } from './writing.ts'
import {
  countPictures,
  deletePictureRow,
  insertPicture,
  newestPictures,
  type PictureRow,
  pictureKeysOf,
  postsShowing,
} from './writing-queries.ts'

const shownPictures = 24

/** A picture and what is to be seen, for who cannot see it. */
export const pictureParts = {
  fields: z.object({
    alt: z
      .string()
      .overwrite((text) => cleanLine(text))
      .min(pictureAltLength.min)
      .max(pictureAltLength.max)
      .describe('What is to be seen, for who cannot see it.'),
  }),
  files: { file: pictureFile },
} satisfies Parts
const receivePicture = storedParts(pictureParts)

/**
 * Keeps a picture for own posts, made anew without its metadata, with the words for who cannot see it.
 * @throws ProductError invalid_input (`file`, `alt`), image_invalid, too_large, rate_limited (too many are kept)
 */
export async function addPicture(context: Context, request: RequestFacts): Promise<PostPicture> {
  const member = requireSeller(context)
  const { db, world } = context
  return await receivePicture(context, request, async ({ fields: { alt }, files: [sent] }) => {
    const { accountId } = member
    if ((await countPictures(db, world, accountId)) >= maxPostPictures) throw new ProductError('rate_limited')
    const { key, size } = await storePicture(context, member, 'post', sent)
    try {
      const row = await transaction(db, async (tx) => {
        await lockUntilCommit(tx, `post picture ${world} ${accountId}`)
        if ((await countPictures(tx, world, accountId)) >= maxPostPictures)
          throw new ProductError('rate_limited')
        return await insertPicture(tx, world, { author_id: accountId, image_key: key, alt, ...size })
      })
      return pictureView(context, row)
    } catch (error) {
      await context.storage.delete(key)
      throw error
    }
  })
}

/** The newest own pictures, as posts name them. */
export async function ownPictures(context: Context): Promise<PostPicture[]> {
  const { accountId: authorId } = requireSeller(context)
  const rows = await newestPictures(context.db, context.world, { authorId, limit: shownPictures })
  return rows.map((row) => pictureView(context, row))
}

/** Takes an own picture away, also from posts that show it. @throws ProductError not_found */
export async function removePicture(context: Context, id: number): Promise<void> {
  const { accountId: authorId } = requireSeller(context)
  const { db, world, queue } = context
  await transaction(db, async (tx) => {
    const key = await deletePictureRow(tx, world, { authorId, id })
    if (key === undefined) throw new ProductError('not_found')
    await queue.send(tx, deleteFilesJob, { keys: [key] })
    const shown = await postsShowing(tx, world, { authorId, pictureId: id })
    for (const postId of shown) await emit(context, tx, postChanged, { postId, authorId, world })
  })
}

/** The pictures of an erased author; the rows go with the person's. */
export async function erasePictures(context: Context, accountId: number, tx: Db): Promise<void> {
  const keys = await pictureKeysOf(tx, accountId)
  if (keys.length > 0) await context.queue.send(tx, deleteFilesJob, { keys })
}

function pictureView({ images }: Context, row: PictureRow): PostPicture {
  const { id, alt, width, height } = row
  return { id, alt, ...images.image('post', row.image_key, { width, height }) }
}
