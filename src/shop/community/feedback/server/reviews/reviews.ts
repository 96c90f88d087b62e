import type { Context } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember, sellerOf } from '#platform/http/access/access.ts'
import { reviewPageSize } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { OwnReview, ReviewInput, ReviewPage, ReviewSort } from '#platform/rules/contract/feedback.ts'
import { liveWorldOr } from '#platform/rules/contract/world.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import { popularityOf } from '#shop/catalogue/catalogue/rules/popularity.ts'
import { reviewView, writerTags } from '#shop/catalogue/catalogue/server/service.ts'
import type { ReviewRow } from '#shop/catalogue/catalogue/server/types.ts'
import { ownedIds } from '#shop/money/orders/server/service.ts'
import { findContact } from '#shop/people/identity/server/service.ts'
import { countRating } from '#shop/selling/materials/server/service.ts'
import {
  replyWithdrawn,
  reviewAnswered,
  reviewChanged,
  reviewDeleted,
  reviewVoted,
  reviewWritten,
} from '../events.ts'
import { reviewReplied } from '../mails.ts'
import { isAuthorOf, isOwnReview } from '../policy.ts'
import { idBefore, publicSubject, storedText, subjectUrl } from '../subject.ts'
import { findSubject, type SubjectRow } from '../subject-queries.ts'
import { ownReviewView } from '../view.ts'
import {
  deleteReviewRow,
  findReview,
  insertReview,
  type PlacedReviewRow,
  reviewRows,
  reviewsBy,
  setReply,
  setVote,
  type UnansweredReviewRow,
  unansweredReviews,
  updateReview,
} from './review-queries.ts'

/** Reviews that wait for an answer longer than this are let go. */
const answerableDays = 90
const waitingLimit = 20
/** The largest number of an `integer` column. */
const maxInteger = 2_147_483_647

export interface ReviewWish {
  cursor?: string | undefined
  rating?: number | undefined
  language?: string | undefined
  sort?: ReviewSort | undefined
}

/**
 * Reviews of a public material, the newest or the most helpful first, all or those with so many stars or in one language.
 * @throws ProductError not_found, gone; invalid_input for a cursor that is not ours
 */
export async function listReviews(
  context: Context,
  materialId: number,
  wish: ReviewWish = {},
): Promise<ReviewPage> {
  const { tags: _tags, ...page } = await taggedReviews(context, materialId, wish)
  return page
}

/** The same with the cache tags of who wrote them, for a page that is cached. */
export async function taggedReviews(
  context: Context,
  materialId: number,
  wish: ReviewWish,
): Promise<ReviewPage & { tags: string[] }> {
  const { db, world } = context
  const isHelpful = wish.sort === 'helpful'
  const start = isHelpful ? helpfulBefore(wish.cursor) : { beforeId: idBefore('reviews', wish.cursor) }
  await publicSubject(context, materialId)
  const page = { ...start, limit: reviewPageSize + 1, rating: wish.rating, language: wish.language }
  const rows = await reviewRows(db, { world, materialId }, page)
  const shown = rows.slice(0, reviewPageSize)
  const last = rows.length > reviewPageSize ? shown.at(-1) : undefined
  const cursorOf = (row: ReviewRow) =>
    isHelpful ? encodeCursor('helpful', [row.helpful_count, row.id]) : encodeCursor('reviews', [row.id])
  return {
    reviews: shown.map(reviewView),
    nextCursor: last ? cursorOf(last) : null,
    tags: writerTags(shown),
  }
}

/** The cursor of the page after the first `reviews`, newest first, of `total`; null when these are all. */
export function cursorAfter(reviews: readonly { id: number }[], total: number): string | null {
  const last = reviews.at(-1)
  return last !== undefined && total > reviews.length ? encodeCursor('reviews', [last.id]) : null
}

function helpfulBefore(cursor: string | undefined): { helpful: number; beforeId: number } {
  if (cursor === undefined) return { helpful: maxInteger, beforeId: Number.MAX_SAFE_INTEGER }
  const [helpful, beforeId] = decodeCursor('helpful', ['number', 'number'], cursor).map(Number)
  const isOurs = (value: number | undefined, most: number): value is number =>
    Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most
  if (isOurs(helpful, maxInteger) && isOurs(beforeId, Number.MAX_SAFE_INTEGER)) return { helpful, beforeId }
  throw new ProductError('invalid_input', { fields: { cursor: 'invalid' } })
}

/** The member's own reviews of these materials. */
export async function ownReviews(context: Context, materialIds: readonly number[]): Promise<OwnReview[]> {
  const { accountId } = requireMember(context)
  const rows = await reviewsBy(context.db, context.world, { accountId, materialIds })
  return rows.map(ownReviewView)
}

/**
 * Writes or rewrites the member's one review of a material that is theirs. Rating and place in search change with it.
 * @throws ProductError not_found, gone, forbidden (not bought), own_material
 */
export async function writeReview(
  context: Context,
  materialId: number,
  input: ReviewInput,
): Promise<OwnReview> {
  const member = requireMember(context)
  const { accountId } = member
  const { db, world } = context
  const isOwned = (await ownedIds(context, [materialId])).length > 0
  const words = {
    rating: input.rating,
    text: cleanText(input.text),
    language: input.language ?? worldOf(world).lang,
  }
  const written = await transaction(db, async (tx) => {
    // The lock lets one review of a material be counted after the other.
    const subject = await findSubject(tx, world, materialId, true)
    if (subject === undefined || (!isOwned && !isPublic(subject))) throw new ProductError('not_found')
    if (subject.status === 'deleted') throw new ProductError('gone')
    if (isAuthorOf(member, subject)) throw new ProductError('own_material')
    if (!isOwned) throw new ProductError('forbidden')
    const mine = { accountId, materialIds: [materialId] }
    const [before] = await reviewsBy(tx, world, mine)
    // What a decision took away is not written over.
    if (before?.state === 'blocked') throw new ProductError('forbidden')
    if (before) await updateReview(tx, world, before.id, words)
    else await insertReview(tx, { world, materialId }, { accountId, ...words })
    await countReview(tx, world, subject, { add: words.rating, remove: before?.rating ?? null })
    const event = before ? reviewChanged : reviewWritten
    await emit(context, tx, event, { ...about(subject), isCounted: before?.rating !== words.rating })
    const [after] = await reviewsBy(tx, world, mine)
    return after
  })
  if (written === undefined) throw new ProductError('conflict')
  return ownReviewView(written)
}

/** Takes the member's own review back, with its votes and its answer. @throws ProductError not_found */
export async function deleteReview(context: Context, materialId: number): Promise<void> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  await transaction(db, async (tx) => {
    const found = await findSubject(tx, world, materialId, true)
    const [review] = await reviewsBy(tx, world, { accountId, materialIds: [materialId] })
    if (found === undefined || review === undefined) throw new ProductError('not_found')
    await deleteReviewRow(tx, world, review.id)
    const isCounted = review.state !== 'blocked'
    if (isCounted) await countReview(tx, world, found, { add: null, remove: review.rating })
    await emit(context, tx, reviewDeleted, { ...about(found), isCounted })
  })
}

/**
 * The author's one answer to a review of an own material; writing again replaces it, null takes it back.
 * @throws ProductError not_found, also for reviews of somebody else's material
 */
export async function replyToReview(context: Context, reviewId: number, text: string | null): Promise<void> {
  const member = requireMember(context)
  const { db, world } = context
  const reply = text === null ? null : storedText(text, 2)
  await transaction(db, async (tx) => {
    const review = await findReview(tx, world, reviewId)
    const subject = review && (await findSubject(tx, world, review.material_id))
    if (!review || !subject || !isAuthorOf(member, subject)) throw new ProductError('not_found')
    if (reply === null && review.reply === null) return
    await setReply(tx, world, reviewId, reply)
    if (reply === null) return void (await emit(context, tx, replyWithdrawn, about(subject)))
    const isFirst = review.replied_at === null
    const reviewerId = isFirst ? review.account_id : undefined
    await emit(context, tx, reviewAnswered, { ...about(subject), reviewId, reviewerId })
    if (isFirst) await tellReviewer(context, tx, { subject, review, reply })
  })
}

/** By mail, once: a reply that is written anew tells nobody. */
async function tellReviewer(
  context: Context,
  tx: Db,
  { subject, review, reply }: { subject: SubjectRow; review: PlacedReviewRow; reply: string },
): Promise<void> {
  const reviewer = await findContact(tx, review.account_id)
  if (reviewer === undefined) return
  await queueMail(
    tx,
    { ...context, world: liveWorldOr(reviewer.world, context.world) },
    {
      mail: reviewReplied,
      to: reviewer.email,
      vars: {
        ...{ publicName: reviewer.public_name, title: subject.title, review: review.text, reply },
        materialUrl: subjectUrl(context, subject, '#reviews'),
      },
      dedupeKey: `review-replied:${context.world}:${review.id}`,
    },
  )
}

/**
 * A member found a review helpful, or no longer does. Counts once each. Answers how many do now.
 * @throws ProductError not_found, forbidden (one's own review, or one of the own material)
 */
export async function voteHelpful(
  context: Context,
  reviewId: number,
  isHelpful: boolean,
): Promise<{ helpfulCount: number; materialId: number }> {
  const member = requireMember(context)
  const { accountId } = member
  const { db, world } = context
  return await transaction(db, async (tx) => {
    const review = await findReview(tx, world, reviewId)
    if (review === undefined) throw new ProductError('not_found')
    const subject = await publicSubject(context, review.material_id, tx)
    if (isOwnReview(member, review) || isAuthorOf(member, subject)) throw new ProductError('forbidden')
    const helpfulCount = await setVote(tx, world, { reviewId, accountId, isHelpful })
    if (helpfulCount !== review.helpful_count) await emit(context, tx, reviewVoted, about(subject))
    return { helpfulCount, materialId: review.material_id }
  })
}

/** Reviews of the author's materials that have words and no answer yet, the newest first. */
export async function waitingReviews(context: Context): Promise<UnansweredReviewRow[]> {
  const seller = sellerOf(context)
  if (seller === undefined) return []
  const since = new Date(Date.now() - answerableDays * 86_400_000)
  return await unansweredReviews(context.db, context.world, {
    authorId: seller.accountId,
    since,
    limit: waitingLimit,
  })
}

function about({ id, author_id: authorId }: SubjectRow): { materialId: number; authorId: number } {
  return { materialId: id, authorId }
}

/** Counts a material's stars anew. */
export async function countReview(
  tx: Db,
  world: string,
  subject: SubjectRow,
  change: { add: number | null; remove: number | null },
): Promise<void> {
  const popularity = popularityOf({
    salesCount: subject.sales_count,
    ratingSum: subject.rating_sum + (change.add ?? 0) - (change.remove ?? 0),
    ratingCount: subject.rating_count + Number(change.add !== null) - Number(change.remove !== null),
    publishedAt: subject.published_at ?? new Date(),
  })
  await countRating(tx, { world, materialId: subject.id }, { ...change, popularity })
}
