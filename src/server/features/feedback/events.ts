import type { TargetKind } from '#shared/contract/moderation.ts'
import { event } from '../../events/event.ts'

interface AboutMaterial {
  materialId: number
  authorId: number
}

const ofMaterial = { tags: ({ materialId }: AboutMaterial) => [`material:${materialId}`] }
/** Words that were taken back are not shown any more, not even while the database is away. */
const offMaterial = { gone: ({ materialId }: AboutMaterial) => [`material:${materialId}`] }

export const reviewWritten = event<AboutMaterial>('review.written', ofMaterial)
export const reviewChanged = event<AboutMaterial>('review.changed', ofMaterial)
export const reviewDeleted = event<AboutMaterial>('review.deleted', offMaterial)
/** A public question is not shown any more, for a while or for good. */
export const questionWithdrawn = event<AboutMaterial>('question.withdrawn', offMaterial)
/** The author's reply came, was written anew or was taken back. */
export const reviewAnswered = event<AboutMaterial>('review.answered', ofMaterial)
export const reviewVoted = event<AboutMaterial>('review.voted', ofMaterial)
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
  ofMaterial,
)
