import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { commentEditMinutes } from '#platform/limits.ts'
import { namedIn } from '../../rules/mentions.ts'
import { commentLiked, commentWithdrawn } from '../events.ts'
import { isOwnComment } from '../policy.ts'
import { type CommentRow, findComment, setCommentLike, talkers, updateText } from './comment-queries.ts'
import { onPlace, type Place, placeOf, publicCommentPlace } from './comment-targets.ts'
import { storedComment } from './comment-text.ts'

/**
 * Mends the member's own comment within its first minutes; answers where it stands. The old words are not shown any more.
 * @throws ProductError not_found, forbidden (too late), invalid_input
 */
export async function editComment(
  context: Context,
  { commentId, text }: { commentId: number; text: string },
): Promise<Place> {
  const member = requireMember(context)
  const { db, world } = context
  const words = storedComment(text)
  return await transaction(db, async (tx) => {
    const { comment, place } = await shownComment(context, tx, commentId)
    if (!isOwnComment(member, comment)) throw new ProductError('not_found')
    if (Date.now() - comment.created_at.getTime() > commentEditMinutes * 60_000)
      throw new ProductError('forbidden')
    if (comment.text !== words) await updateText(tx, world, { id: commentId, text: words })
    await emit(context, tx, commentWithdrawn, onPlace(place))
    return place
  })
}

/**
 * A member likes a comment, or no longer does. Counts once each. @throws ProductError not_found, gone, forbidden (the own)
 */
export async function likeComment(
  context: Context,
  commentId: number,
  isLiked: boolean,
): Promise<{ likeCount: number; place: Place }> {
  const member = requireMember(context)
  const { db, world } = context
  return await transaction(db, async (tx) => {
    const { comment, place } = await shownComment(context, tx, commentId)
    if (isOwnComment(member, comment)) throw new ProductError('forbidden')
    const { accountId } = member
    const likeCount = await setCommentLike(tx, world, { commentId, accountId, isLiked })
    if (likeCount !== comment.like_count) await emit(context, tx, commentLiked, onPlace(place))
    return { likeCount, place }
  })
}

/** Whom a comment names with an `@`, of those who talk at its place. */
export async function mentionedIn(
  tx: Db,
  world: string,
  comment: { place: Place; text: string; writerId: number },
): Promise<number[]> {
  if (!comment.text.includes('@')) return []
  const people = (await talkers(tx, world, comment.place)).filter(({ id }) => id !== comment.writerId)
  return namedIn(comment.text, people)
}

/** A comment everybody sees, held with its place for the rest of the transaction. @throws ProductError not_found, gone */
async function shownComment(
  context: Context,
  tx: Db,
  commentId: number,
): Promise<{ comment: CommentRow; place: Place }> {
  const { world } = context
  const found = await findComment(tx, world, commentId)
  if (found === undefined) throw new ProductError('not_found')
  const place = await publicCommentPlace(tx, world, placeOf(found), true)
  // Read again under the lock: somebody else may have changed it meanwhile.
  const comment = await findComment(tx, world, commentId)
  if (comment?.state !== 'shown') throw new ProductError('not_found')
  return { comment, place }
}
