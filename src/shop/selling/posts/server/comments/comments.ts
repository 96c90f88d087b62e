import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { factsOf } from '#platform/http/access/authorize.ts'
import { commentsPerPage, maxCommentsPerHour } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { may } from '#platform/permissions.ts'
import { absoluteUrl } from '#platform/routing/url.ts'
import { liveWorldOr } from '#platform/rules/contract/world.ts'
import { writerTags } from '#shop/catalogue/catalogue/server/service.ts'
import { findContact } from '#shop/people/identity/server/service.ts'
import type { CommentInput, CommentPage, Thread } from '../../rules/contract.ts'
import { commentShown, commentWithdrawn, commentWritten } from '../events.ts'
import { commentMade, commentMailKey } from '../mails.ts'
import { isOwnComment, isOwnPost, mayModerate } from '../policy.ts'
import { threadViews } from '../view.ts'
import {
  type CommentRow,
  countRecent,
  findComment,
  findTwin,
  type HiddenRow,
  hiddenRows,
  insertComment,
  moderatedRows,
  replyRows,
  setState,
  threadRows,
} from './comment-queries.ts'
import { mentionedIn } from './comment-talk.ts'
import {
  belowPost,
  countOnPlace,
  findCommentPlace,
  onPlace,
  type Place,
  type PlaceRef,
  placeAddress,
  placeOf,
  placeToWrite,
  publicCommentPlace,
} from './comment-targets.ts'
import { storedComment } from './comment-text.ts'

/** Answers that are shown on one page of comments. */
const maxReplies = 300
const moderatedLimit = 100
const hiddenLimit = 50

/**
 * One page of the comments on a public post or question with their answers, the oldest first.
 * @throws ProductError not_found, gone; invalid_input for a cursor that is not ours
 */
export async function listComments(context: Context, at: PlaceRef, cursor?: string): Promise<CommentPage> {
  const { tags: _tags, ...page } = await taggedComments(context, at, cursor)
  return page
}

/** The same with the cache tags of who wrote them, for a page that is cached. */
export async function taggedComments(
  context: Context,
  at: PlaceRef,
  cursor?: string,
): Promise<CommentPage & { tags: string[] }> {
  const { db, world } = context
  const [afterId] = cursor === undefined ? [0] : decodeCursor('comments', ['number'], cursor)
  if (!Number.isSafeInteger(afterId))
    throw new ProductError('invalid_input', { fields: { cursor: 'invalid' } })
  const place = await publicCommentPlace(db, world, at)
  const rows = await threadRows(db, world, { at, afterId: Number(afterId), limit: commentsPerPage + 1 })
  const shown = rows.slice(0, commentsPerPage)
  const parentIds = shown.map(({ id }) => id)
  const replies = await replyRows(db, world, { parentIds, limit: maxReplies })
  const last = rows.length > commentsPerPage ? shown.at(-1) : undefined
  return {
    comments: threadViews(place, shown, replies),
    nextCursor: last ? encodeCursor('comments', [last.id]) : null,
    tags: tagsOfShown([...shown, ...replies]),
  }
}

/** Of gone comments, which only leave a gap, nobody is named. */
function tagsOfShown(rows: readonly CommentRow[]): string[] {
  return writerTags(rows.filter(({ state }) => state === 'shown'))
}

/**
 * A member comments on a public post or a question, or answers a comment; the author gets a mail. The same
 * words at the same place within ten minutes are the same comment. Answers its id and where it stands.
 * @throws ProductError not_found (also for an answer to what is not shown there), gone, rate_limited, invalid_input,
 * buyers_only
 */
export async function writeComment(
  context: Context,
  at: PlaceRef,
  input: CommentInput,
): Promise<{ id: number; place: Place }> {
  const member = requireMember(context)
  const { accountId, publicName } = member
  const { db, world } = context
  const text = storedComment(input.text)
  return await transaction(db, async (tx) => {
    // Comments on other posts count for the hour as well.
    await lockUntilCommit(tx, `comment ${accountId}`)
    // The lock lets one comment come after the other: the same one twice is seen, and the count is right.
    const place = await placeToWrite(context, tx, { member, ref: at })
    const parentId = input.parentId === null ? null : await threadOf(tx, world, at, input.parentId)
    const given = { ...at, parentId, accountId, text }
    const twin = await findTwin(tx, world, given)
    if (twin !== undefined) return { id: twin, place }
    if ((await countRecent(tx, accountId)) >= maxCommentsPerHour) throw new ProductError('rate_limited')
    const id = await insertComment(tx, world, given)
    await countOnPlace(tx, world, at, 1)
    if (!isOwnPost(member, place))
      await mailAuthor(context, tx, { place, commentId: id, text, writer: publicName })
    await emit(context, tx, commentShown, onPlace(place))
    const mentionedIds = await mentionedIn(tx, world, { place, text, writerId: accountId })
    const people = { authorId: place.author_id, askerId: place.askerId, writerId: accountId, mentionedIds }
    await emit(context, tx, commentWritten, { ...onPlace(place), commentId: id, ...people })
    return { id, place }
  })
}

/** Takes the member's own comment back; its words are gone for good. Answers where it stood. @throws ProductError not_found */
export async function deleteComment(context: Context, commentId: number): Promise<Place> {
  const member = requireMember(context)
  return await changeState(context, commentId, 'deleted', (comment) => isOwnComment(member, comment))
}

/**
 * Hides a comment or shows it again: the author of the post or material, or an operator. Answers where it stands.
 * @throws ProductError not_found, also for comments on what is somebody else's
 */
export async function hideComment(context: Context, commentId: number, isHidden: boolean): Promise<Place> {
  const member = requireMember(context)
  const right = { isModerator: isModerator(context) }
  const mayDecide = (_: CommentRow, place: Place) => mayModerate(member, place, right)
  return await changeState(context, commentId, isHidden ? 'hidden' : 'shown', mayDecide)
}

/** Whether the visitor decides about comments on other people's posts, too. */
export function isModerator(context: Context): boolean {
  return may(factsOf(context), 'comment.moderate')
}

/**
 * What is said below answered questions of one author, by question, with the cache tags of who said it; only the first
 * so many of all of them.
 */
export async function questionThreads(
  { db, world }: Context,
  { questionIds, authorId }: { questionIds: readonly number[]; authorId: number },
): Promise<{ threads: ReadonlyMap<number, Thread[]>; tags: string[] }> {
  if (questionIds.length === 0) return { threads: new Map(), tags: [] }
  const rows = await threadRows(db, world, { at: { questionIds }, afterId: 0, limit: maxReplies })
  const replies = await replyRows(db, world, { parentIds: rows.map(({ id }) => id), limit: maxReplies })
  const byQuestion = Map.groupBy(rows, (row) => row.question_id ?? 0)
  return {
    threads: new Map(
      [...byQuestion].map(([id, said]) => [id, threadViews({ author_id: authorId }, said, replies)]),
    ),
    tags: tagsOfShown([...rows, ...replies]),
  }
}

/** Comments below questions about the member's own materials that were hidden, the newest first: they can be shown again. */
export async function hiddenComments({ db, world, visitor }: Context): Promise<HiddenRow[]> {
  if (visitor.kind !== 'member') return []
  return await hiddenRows(db, world, { authorId: visitor.accountId, limit: hiddenLimit })
}

/** The newest comments on a post for who decides about them. @throws ProductError not_found */
export async function commentsToModerate(context: Context, postId: number): Promise<CommentRow[]> {
  const member = requireMember(context)
  const { db, world } = context
  const place = await findCommentPlace(db, world, belowPost(postId))
  if (place === undefined || !mayModerate(member, place, { isModerator: isModerator(context) }))
    throw new ProductError('not_found')
  return await moderatedRows(db, world, { postId, limit: moderatedLimit })
}

async function changeState(
  context: Context,
  commentId: number,
  state: CommentRow['state'],
  isAllowed: (comment: CommentRow, place: Place) => boolean,
): Promise<Place> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  return await transaction(db, async (tx) => {
    const found = await findComment(tx, world, commentId)
    const place = found && (await findCommentPlace(tx, world, placeOf(found), true))
    // Read again under the lock: somebody else may have changed it meanwhile.
    const comment = place && (await findComment(tx, world, commentId))
    if (place === undefined || comment === undefined || !isAllowed(comment, place))
      throw new ProductError('not_found')
    if (comment.state === 'deleted' || comment.state === state) return place
    // What a decision took away, or waits for one, is no longer the author's to show; its writer may still delete it.
    if ((comment.state === 'blocked' || comment.state === 'held') && state !== 'deleted') return place
    await setState(tx, world, { id: commentId, state, by: accountId })
    const change = Number(state === 'shown') - Number(comment.state === 'shown')
    if (change !== 0) await countOnPlace(tx, world, place, change > 0 ? 1 : -1)
    const payload = state === 'shown' ? commentShown : commentWithdrawn
    await emit(context, tx, payload, onPlace(place))
    return place
  })
}

/** The comment a thread begins with. @throws ProductError not_found when nothing shown at this place is answered */
async function threadOf(tx: Db, world: string, at: PlaceRef, commentId: number): Promise<number> {
  const comment = await findComment(tx, world, commentId)
  const isHere = comment?.post_id === at.postId && comment.question_id === at.questionId
  if (!isHere || comment.state !== 'shown') throw new ProductError('not_found')
  return comment.parent_id ?? comment.id
}

async function mailAuthor(
  context: Context,
  tx: Db,
  { place, commentId, text, writer }: { place: Place; commentId: number; text: string; writer: string },
): Promise<void> {
  const author = await findContact(tx, place.author_id)
  if (author === undefined) return
  const { env, queue, world } = context
  await queueMail(
    tx,
    { queue, env, world: liveWorldOr(author.world, world) },
    {
      mail: commentMade,
      to: author.email,
      vars: {
        publicName: author.public_name,
        title: place.title,
        writer,
        comment: text,
        commentUrl: absoluteUrl(env.siteUrl, placeAddress(context, place, `#comment-${commentId}`)),
        isBelowQuestion: place.material !== null,
      },
      dedupeKey: commentMailKey(world, commentId),
    },
  )
}
