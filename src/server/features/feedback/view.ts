import type { OwnReview, Question, Review } from '#shared/contract/feedback.ts'
import type { QuestionRow } from './question-queries.ts'
import type { PlacedReviewRow, ReviewRow } from './review-queries.ts'

export function reviewView(row: ReviewRow): Review {
  return {
    id: row.id,
    author: row.author,
    rating: row.rating,
    text: row.text,
    language: row.language,
    createdAt: isoTime(row.created_at),
    editedAt: row.edited_at && isoTime(row.edited_at),
    reply:
      row.reply === null || row.replied_at === null
        ? null
        : { text: row.reply, createdAt: isoTime(row.replied_at) },
    helpfulCount: row.helpful_count,
  }
}

export function ownReviewView(row: PlacedReviewRow): OwnReview {
  return { ...reviewView(row), materialId: row.material_id }
}

export function questionView(row: QuestionRow): Question {
  return {
    id: row.id,
    author: row.author,
    text: row.text,
    createdAt: isoTime(row.created_at),
    answer: row.answer,
    answeredAt: row.answered_at && isoTime(row.answered_at),
  }
}

/** A Date from a row, PostgreSQL's own writing from JSON. */
function isoTime(value: Date | string): string {
  return new Date(value).toISOString()
}
