import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import { forgetMails } from '#platform/mail/server/service.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { findComment, setState } from './comments/comment-queries.ts'
import { countOnPlace, findCommentPlace, onPlace, placeOf } from './comments/comment-targets.ts'
import { erasePictures } from './editing/pictures.ts'
import { setStatus } from './editing/writing-queries.ts'
import {
  commentsOf,
  publicPostsOf,
  shownCommentsOf,
  takeCommentLikesBack,
  takePostLikesBack,
} from './erasing-queries.ts'
import { commentLiked, commentWithdrawn, postLiked, postWithdrawn } from './events.ts'
import { commentMailKey } from './mails.ts'

/**
 * What an erased person wrote goes while it can still be counted: their posts are no longer public, their comments and
 * likes count no more, and no page shows any of it. Mails that quoted them are forgotten. The words themselves go with the rows.
 */
export async function erasePosts(
  context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<void> {
  await erasePictures(context, accountId, tx)
  for (const { id: postId, world } of await publicPostsOf(tx, accountId)) {
    await setStatus(tx, world, postId, 'deleted')
    const payload = { postId, authorId: accountId, world: world as LiveWorldCode }
    await emit(context, tx, postWithdrawn, payload)
  }
  for (const { id, world } of await shownCommentsOf(tx, accountId))
    await eraseComment(context, tx, { id, world, by: accountId })
  await forgetMails(
    tx,
    (await commentsOf(tx, accountId)).map(({ id, world }) => commentMailKey(world, id)),
  )
  for (const postId of await takePostLikesBack(tx, accountId)) await emit(context, tx, postLiked, { postId })
  for (const place of await takeCommentLikesBack(tx, accountId)) await emit(context, tx, commentLiked, place)
}

async function eraseComment(
  context: Context,
  tx: Db,
  { id, world, by }: { id: number; world: string; by: number },
): Promise<void> {
  const found = await findComment(tx, world, id)
  if (found === undefined) return
  // The lock of the place lets its counts change one after the other.
  const place = await findCommentPlace(tx, world, placeOf(found), true)
  await setState(tx, world, { id, state: 'deleted', by })
  // Its question may have gone before it.
  if (place === undefined) return
  await countOnPlace(tx, world, place, -1)
  await emit(context, tx, commentWithdrawn, onPlace(place))
}
