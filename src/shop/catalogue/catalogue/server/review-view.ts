import type { Question, Review } from '#platform/rules/contract/feedback.ts'
import type { QuestionRow, ReviewRow } from './rows.ts'

/** A review as everybody sees it: on the page of its material, and where its feature lists it. */
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

/** A question as everybody sees it. */
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
