import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import { setStatus } from '../editing/writing-queries.ts'
import { commentShown, commentWithdrawn, postPublished, postWithdrawn } from '../events.ts'
import { findPlace } from '../queries.ts'
import { type CommentState, findComment, setState } from './comment-queries.ts'
import { countOnPlace, findCommentPlace, onPlace, placeOf } from './comment-targets.ts'

/** Takes a post from the public by a decision of the platform. @returns its state before; undefined: nobody saw it */
export async function blockPost(context: Context, tx: Db, postId: number): Promise<'published' | undefined> {
  const { world } = context
  const post = await findPlace(tx, world, postId, true)
  if (post?.status !== 'published') return undefined
  await setStatus(tx, world, postId, 'blocked')
  await emit(context, tx, postWithdrawn, { postId, authorId: post.author_id, world })
  return 'published'
}

/** Shows a blocked post again. */
export async function unblockPost(context: Context, tx: Db, postId: number): Promise<void> {
  const { world } = context
  const post = await findPlace(tx, world, postId, true)
  if (post?.status !== 'blocked') return
  await setStatus(tx, world, postId, 'published')
  await emit(context, tx, postPublished, { postId, authorId: post.author_id, world })
}

/** Takes a comment from the public by a decision of the platform. @returns its state before; undefined: its words are gone */
export async function blockComment(
  context: Context,
  tx: Db,
  commentId: number,
): Promise<'shown' | 'hidden' | undefined> {
  const before = await change(context, tx, commentId, 'blocked')
  if (before === 'held') return 'shown'
  return before === 'shown' || before === 'hidden' ? before : undefined
}

/** Gives a blocked comment its state of before back. */
export async function unblockComment(
  context: Context,
  tx: Db,
  { commentId, was }: { commentId: number; was: 'shown' | 'hidden' },
): Promise<void> {
  const comment = await findComment(tx, context.world, commentId)
  // Hidden again would need to say by whom; who may hide it can do so again.
  if (comment?.state === 'blocked' && was === 'shown') await change(context, tx, commentId, 'shown')
}

/** Takes a comment from the public until somebody has decided. */
export async function holdComment(context: Context, tx: Db, commentId: number): Promise<void> {
  const comment = await findComment(tx, context.world, commentId)
  if (comment?.state === 'shown') await change(context, tx, commentId, 'held')
}

/** Shows a comment again that was held back. */
export async function releaseComment(context: Context, tx: Db, commentId: number): Promise<void> {
  const comment = await findComment(tx, context.world, commentId)
  if (comment?.state === 'held') await change(context, tx, commentId, 'shown')
}

async function change(
  context: Context,
  tx: Db,
  commentId: number,
  state: Extract<CommentState, 'shown' | 'held' | 'blocked'>,
): Promise<CommentState | undefined> {
  const { world } = context
  const found = await findComment(tx, world, commentId)
  // The lock of the place lets its counts change one after the other.
  if (found === undefined) return undefined
  const place = await findCommentPlace(tx, world, placeOf(found), true)
  if (place === undefined) return undefined
  const before = (await findComment(tx, world, commentId))?.state
  if (before === undefined || before === 'deleted' || before === state) return undefined
  await setState(tx, world, { id: commentId, state, by: found.account_id })
  const by = Number(state === 'shown') - Number(before === 'shown')
  // What was hidden and is held or blocked now was not shown, and is not.
  if (by === 0) return before
  await countOnPlace(tx, world, place, by > 0 ? 1 : -1)
  await emit(context, tx, by > 0 ? commentShown : commentWithdrawn, onPlace(place))
  return before
}
