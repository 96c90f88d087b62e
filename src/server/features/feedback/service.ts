/** What other features and pages may ask of feedback. */

export { setWordsState } from './moderating.ts'
export { setNoteState } from './note-queries.ts'
export { ownNotes, receivedNotes } from './notes.ts'
export { noteDiscussed } from './question-queries.ts'
export { questionsForBuyers, waitingQuestions } from './questions.ts'
export { type RatingPage, ratingPage } from './rating-mail.ts'
export { attachReport, closeReports } from './report-queries.ts'
export { takeReport } from './reports.ts'
export {
  cursorAfter,
  ownReviews,
  taggedReviews,
  waitingReviews,
} from './reviews.ts'
