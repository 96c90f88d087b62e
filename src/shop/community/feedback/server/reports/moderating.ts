import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import { questionShown, questionWithdrawn, reviewDiscounted, reviewHidden, reviewShown } from '../events.ts'
import { findQuestion, isAnswered } from '../reviews/question-queries.ts'
import { findReview, setReviewState } from '../reviews/review-queries.ts'
import { countReview } from '../reviews/reviews.ts'
import { setQuestionState, type WordsState } from '../states.ts'
import { findSubject } from '../subject-queries.ts'

type Reported = 'review' | 'question'

/** Puts a review or question into a state; answers the one before, undefined when there is nothing to change. */
export async function setWordsState(
  context: Context,
  tx: Db,
  { kind, id, state }: { kind: Reported; id: number; state: WordsState },
): Promise<WordsState | undefined> {
  return kind === 'review'
    ? await changeReview(context, tx, id, state)
    : await changeQuestion(context, tx, id, state)
}

/** What is shown goes until somebody has looked. */
export async function holdWords(
  context: Context,
  tx: Db,
  about: { kind: Reported; id: number },
): Promise<void> {
  const { kind, id } = about
  const row =
    kind === 'review' ? await findReview(tx, context.world, id) : await findQuestion(tx, context.world, id)
  if (row?.state === 'shown') await setWordsState(context, tx, { kind, id, state: 'held' })
}

/** Stars of a removed review do not count; while it is only held they do. */
async function changeReview(
  context: Context,
  tx: Db,
  id: number,
  state: WordsState,
): Promise<WordsState | undefined> {
  const { world } = context
  const found = await findReview(tx, world, id)
  // The lock lets one review of a material be counted after the other.
  const subject = found && (await findSubject(tx, world, found.material_id, true))
  const review = subject && (await findReview(tx, world, id))
  if (!review || review.state === state) return undefined
  await setReviewState(tx, world, id, state)
  if (state === 'blocked') await countReview(tx, world, subject, { add: null, remove: review.rating })
  if (review.state === 'blocked') await countReview(tx, world, subject, { add: review.rating, remove: null })
  const about = { materialId: subject.id, authorId: subject.author_id }
  const isCounted = state === 'blocked' || review.state === 'blocked'
  if (state === 'shown') await emit(context, tx, reviewShown, { ...about, isCounted })
  else if (review.state === 'shown') await emit(context, tx, reviewHidden, { ...about, isCounted })
  else if (isCounted) await emit(context, tx, reviewDiscounted, about)
  return review.state
}

async function changeQuestion(
  context: Context,
  tx: Db,
  id: number,
  state: WordsState,
): Promise<WordsState | undefined> {
  const { world } = context
  const question = await findQuestion(tx, world, id)
  if (question === undefined || question.state === state) return undefined
  await setQuestionState(tx, world, id, state)
  const about = { materialId: question.material_id, authorId: question.author_id }
  // Without an answer the public never saw it, and does not see it now.
  if (!isAnswered(question)) return question.state
  if (state === 'shown') await emit(context, tx, questionShown, about)
  else if (question.state === 'shown') await emit(context, tx, questionWithdrawn, about)
  return question.state
}
