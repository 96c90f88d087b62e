import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import { deleteQuestionsOf, reviewsOfPerson, type SaidRow, takeVotesBack } from './erasing-queries.ts'
import { questionWithdrawn, reviewDeleted, reviewVoted } from './events.ts'
import { deleteReviewRow, findReview } from './reviews/review-queries.ts'
import { countReview } from './reviews/reviews.ts'
import { findSubject } from './subject-queries.ts'

/**
 * What an erased person said of materials goes while it can still be counted: stars and "helpful" are told without it,
 * and no page shows it any more. What only they and the author know (notes, reports) goes or stays with its table.
 */
export async function eraseFeedback(
  context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<void> {
  for (const row of await reviewsOfPerson(tx, accountId)) await eraseReview(context, tx, row)
  for (const row of await takeVotesBack(tx, accountId)) await emit(context, tx, reviewVoted, about(row))
  for (const row of await deleteQuestionsOf(tx, accountId))
    await emit(context, tx, questionWithdrawn, about(row))
}

async function eraseReview(context: Context, tx: Db, row: SaidRow): Promise<void> {
  const { id, world } = row
  // The lock lets one review of a material be counted after the other.
  const subject = await findSubject(tx, world, row.material_id, true)
  const review = await findReview(tx, world, id)
  if (subject === undefined || review === undefined) return
  await deleteReviewRow(tx, world, id)
  const isCounted = review.state !== 'blocked'
  if (isCounted) await countReview(tx, world, subject, { add: null, remove: review.rating })
  await emit(context, tx, reviewDeleted, { ...about(row), isCounted })
}

function about({ material_id: materialId, author_id: authorId }: Pick<SaidRow, 'material_id' | 'author_id'>) {
  return { materialId, authorId }
}
