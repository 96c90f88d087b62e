import { event } from '#platform/events/event.ts'
import { cardTag, materialTag, reviewsTag } from '#platform/events/page-tags.ts'
import type { TargetKind } from '#platform/rules/contract/moderation.ts'

interface AboutMaterial {
  materialId: number
  authorId: number
}

/** Stars stand on every card; words on the material's page, and on that of what its author did lately. */
interface AboutReview extends AboutMaterial {
  /** Also its stars come, go or change. */
  isCounted: boolean
}

const ofMaterial = ({ materialId }: AboutMaterial) => [materialTag(materialId)]
const ofReviews = ({ materialId }: AboutMaterial) => [materialTag(materialId), reviewsTag(materialId)]
const ofStars = ({ materialId, isCounted }: AboutReview) => (isCounted ? [cardTag(materialId)] : [])
const ofAll = (review: AboutReview) => [...ofReviews(review), ...ofStars(review)]
/** Words that were taken back are not shown any more, not even while the database is away. */
const offReviews = { gone: ofReviews, tags: ofStars }

export const reviewWritten = event<AboutReview>('review.written', { tags: ofAll })
export const reviewChanged = event<AboutReview>('review.changed', { tags: ofAll })
export const reviewDeleted = event<AboutReview>('review.deleted', offReviews)
/** A decision, or several reports until there is one, took it from the public. */
export const reviewHidden = event<AboutReview>('review.hidden', offReviews)
/** A decision says the same as the reports that had hidden it: nobody sees its words, and its stars count no more. */
export const reviewDiscounted = event<AboutMaterial>('review.discounted', {
  tags: ({ materialId }) => [materialTag(materialId), cardTag(materialId)],
})
/** It is public again. */
export const reviewShown = event<AboutReview>('review.shown', { tags: ofAll })
/** The author's reply came; `reviewerId`: who hears of it, undefined when it was only written anew. */
export const reviewAnswered = event<AboutMaterial & { reviewId: number; reviewerId: number | undefined }>(
  'review.answered',
  { tags: ofReviews },
)
/** The author took the reply back. */
export const replyWithdrawn = event<AboutMaterial>('review.reply-withdrawn', { gone: ofReviews })
export const reviewVoted = event<AboutMaterial>('review.voted', { tags: ofMaterial })
/** A public question is not shown any more, for a while or for good. */
export const questionWithdrawn = event<AboutMaterial>('question.withdrawn', { gone: ofMaterial })
/** A question that was hidden is public again. */
export const questionShown = event<AboutMaterial>('question.shown', { tags: ofMaterial })
/** Somebody reports something that is public. `affectedId`: whose it is. */
export const reportTaken = event<{
  reportId: number
  target: { kind: TargetKind; id: number }
  affectedId: number
}>('report.taken')
/** A buyer wrote to the author alone. */
export const noteSent = event<AboutMaterial & { noteId: number }>('note.sent')
/** The author answered a note for the first time. */
export const noteAnswered = event<{ materialId: number; noteId: number; buyerId: number }>('note.answered')
/** A comment was reported by several people: it is not shown until somebody has decided. */
export const commentHeld = event<{ commentId: number }>('comment.held')
/** A member asked the author; nobody else sees it yet. */
export const questionAsked = event<AboutMaterial & { questionId: number }>('question.asked')
/** The answer makes the question public. `askerId`: who waits for it; undefined when the answer was only written anew. */
export const questionAnswered = event<AboutMaterial & { questionId: number; askerId: number | undefined }>(
  'question.answered',
  { tags: ofMaterial },
)
