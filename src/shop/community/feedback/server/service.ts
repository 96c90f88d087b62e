/** What other features and pages may ask of feedback. */

export { setNoteState } from './notes/note-queries.ts'
export { ownNotes, receivedNotes } from './notes/notes.ts'
export { setWordsState } from './reports/moderating.ts'
export { attachReport, closeReports } from './reports/report-queries.ts'
export { refusedReport, takeReport } from './reports/reports.ts'
export { noteDiscussed } from './reviews/question-queries.ts'
export { questionsForBuyers, waitingQuestions } from './reviews/questions.ts'
export { type RatingPage, ratingPage } from './reviews/rating-mail.ts'
export {
  cursorAfter,
  ownReviews,
  taggedReviews,
  waitingReviews,
} from './reviews/reviews.ts'
