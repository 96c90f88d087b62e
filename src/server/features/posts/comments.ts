import { absoluteUrl, url } from '#routing/url.ts'
import type { CommentInput, CommentPage } from '#shared/contract/post.ts'
import { liveWorldCodes } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import { commentsPerPage, maxCommentsPerHour } from '#shared/limits.ts'
import { may } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, encodeCursor } from '../../db/paging.ts'
import type { Db } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import { takeTurn } from '../../db/turn.ts'
import { emit } from '../../events/events.ts'
import { requireMember } from '../../http/access.ts'
import { factsOf } from '../../http/authorize.ts'
import { queueMail } from '../mail/service.ts'
import {
  type CommentRow,
  countRecent,
  countShown,
  findComment,
  findMailbox,
  findTwin,
  insertComment,
  moderatedRows,
  replyRows,
  setState,
  threadRows,
} from './comment-queries.ts'
import { mentionedIn } from './comment-talk.ts'
import { storedComment } from './comment-text.ts'
import { commentShown, commentWithdrawn, commentWritten } from './events.ts'
import { commentMade } from './mails.ts'
import { isOwnComment, isOwnPost, mayModerate } from './policy.ts'
import { findPlace, type PlaceRow } from './queries.ts'
import { publicPlace } from './reading.ts'
import { threadViews } from './view.ts'

/** Answers that are shown on one page of comments. */
const maxReplies = 300
const moderatedLimit = 100

/**
 * One page of the comments on a public post with their answers, the oldest first.
 * @throws ProductError not_found, gone; invalid_input for a cursor that is not ours
 */
export async function listComments(context: Context, postId: number, cursor?: string): Promise<CommentPage> {
  const { db, world } = context
  const [afterId] = cursor === undefined ? [0] : decodeCursor('comments', ['number'], cursor)
  if (!Number.isSafeInteger(afterId))
    throw new ProductError('invalid_input', { fields: { cursor: 'invalid' } })
  const post = await publicPlace(db, world, postId)
  const rows = await threadRows(db, world, { postId, afterId: Number(afterId), limit: commentsPerPage + 1 })
  const shown = rows.slice(0, commentsPerPage)
  const parentIds = shown.map(({ id }) => id)
  const replies = await replyRows(db, world, { parentIds, limit: maxReplies })
  const last = rows.length > commentsPerPage ? shown.at(-1) : undefined
  return {
    comments: threadViews(post, shown, replies),
    nextCursor: last ? encodeCursor('comments', [last.id]) : null,
  }
}

/**
 * A member comments on a public post, or answers a comment; the post's author gets a mail. The same words at the same
 * place within ten minutes are the same comment. Answers its id.
 * @throws ProductError not_found (also for an answer to what is not shown there), gone, rate_limited, invalid_input
 */
export async function writeComment(context: Context, postId: number, input: CommentInput): Promise<number> {
  const member = requireMember(context)
  const { accountId, publicName } = member
  const { db, world } = context
  const text = storedComment(input.text)
  return await transaction(db, async (tx) => {
    // Comments on other posts count for the hour as well.
    await takeTurn(tx, `comment ${accountId}`)
    // The lock lets one comment come after the other: the same one twice is seen, and the count is right.
    const post = await publicPlace(tx, world, postId, true)
    const parentId = input.parentId === null ? null : await threadOf(tx, world, postId, input.parentId)
    const given = { postId, parentId, accountId, text }
    const twin = await findTwin(tx, world, given)
    if (twin !== undefined) return twin
    if ((await countRecent(tx, accountId)) >= maxCommentsPerHour) throw new ProductError('rate_limited')
    const commentId = await insertComment(tx, world, given)
    await countShown(tx, world, postId, 1)
    if (!isOwnPost(member, post)) await tellAuthor(context, tx, { post, commentId, text, writer: publicName })
    await emit(context, tx, commentShown, { postId })
    const mentionedIds = await mentionedIn(tx, world, { postId, text, writerId: accountId })
    const told = { postId, commentId, authorId: post.author_id, writerId: accountId, mentionedIds }
    await emit(context, tx, commentWritten, told)
    return commentId
  })
}

/** Takes the member's own comment back; its words are gone for good. Answers its post. @throws ProductError not_found */
export async function deleteComment(context: Context, commentId: number): Promise<number> {
  const member = requireMember(context)
  return await changeState(context, commentId, 'deleted', (comment) => isOwnComment(member, comment))
}

/**
 * Hides a comment or shows it again: the author of the post, or an operator. Answers its post.
 * @throws ProductError not_found, also for comments on somebody else's post
 */
export async function hideComment(context: Context, commentId: number, isHidden: boolean): Promise<number> {
  const member = requireMember(context)
  const right = { isModerator: isModerator(context) }
  const mayDecide = (_: CommentRow, post: PlaceRow) => mayModerate(member, post, right)
  return await changeState(context, commentId, isHidden ? 'hidden' : 'shown', mayDecide)
}

/** Whether the visitor decides about comments on other people's posts, too. */
export function isModerator(context: Context): boolean {
  return may(factsOf(context), 'comment.moderate')
}

/** The newest comments on a post for who decides about them. @throws ProductError not_found */
export async function commentsToModerate(context: Context, postId: number): Promise<CommentRow[]> {
  const member = requireMember(context)
  const { db, world } = context
  const post = await findPlace(db, world, postId)
  if (post === undefined || !mayModerate(member, post, { isModerator: isModerator(context) }))
    throw new ProductError('not_found')
  return await moderatedRows(db, world, { postId, limit: moderatedLimit })
}

async function changeState(
  context: Context,
  commentId: number,
  state: CommentRow['state'],
  isAllowed: (comment: CommentRow, post: PlaceRow) => boolean,
): Promise<number> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  return await transaction(db, async (tx) => {
    const place = await findComment(tx, world, commentId)
    const post = place && (await findPlace(tx, world, place.post_id, true))
    // Read again under the lock: somebody else may have changed it meanwhile.
    const comment = post && (await findComment(tx, world, commentId))
    if (post === undefined || comment === undefined || !isAllowed(comment, post))
      throw new ProductError('not_found')
    if (comment.state === 'deleted' || comment.state === state) return post.id
    // What a decision took away, or waits for one, is no longer the author's to show; its writer may still delete it.
    if ((comment.state === 'blocked' || comment.state === 'held') && state !== 'deleted') return post.id
    await setState(tx, world, { id: commentId, state, by: accountId })
    const change = Number(state === 'shown') - Number(comment.state === 'shown')
    if (change !== 0) await countShown(tx, world, post.id, change > 0 ? 1 : -1)
    const told = state === 'shown' ? commentShown : commentWithdrawn
    await emit(context, tx, told, { postId: post.id })
    return post.id
  })
}

/** The comment a thread begins with. @throws ProductError not_found when nothing shown of this post is answered */
async function threadOf(tx: Db, world: string, postId: number, commentId: number): Promise<number> {
  const comment = await findComment(tx, world, commentId)
  if (comment === undefined || comment.post_id !== postId || comment.state !== 'shown')
    throw new ProductError('not_found')
  return comment.parent_id ?? comment.id
}

async function tellAuthor(
  context: Context,
  tx: Db,
  { post, commentId, text, writer }: { post: PlaceRow; commentId: number; text: string; writer: string },
): Promise<void> {
  const author = await findMailbox(tx, post.author_id)
  if (author === undefined) return
  const { env, queue, world } = context
  await queueMail(
    tx,
    { queue, env, world: liveWorldCodes.find((code) => code === author.world) ?? world },
    {
      mail: commentMade,
      to: author.email,
      vars: {
        publicName: author.public_name,
        title: post.title,
        writer,
        comment: text,
        commentUrl: `${absoluteUrl(env.siteUrl, url('post', { world, id: post.id }))}#comment-${commentId}`,
      },
      dedupeKey: `comment-made:${world}:${commentId}`,
    },
  )
}
