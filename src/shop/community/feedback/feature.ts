import { on } from '#platform/events/event.ts'
import { feature, removedBy } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { accountErased } from '#shop/people/identity/server/events.ts'
import * as actions from './server/actions.ts'
import { eraseFeedback } from './server/erasing.ts'
import * as events from './server/events.ts'
import { mailRatingRequestsJob } from './server/jobs.ts'
import {
  noteAnswered,
  noteReceived,
  questionAnswered,
  questionAsked,
  ratingRequest,
  reportReceived,
  reviewReplied,
} from './server/mails.ts'
import * as noteActions from './server/notes/note-actions.ts'
import { personalData } from './server/personal-data.ts'
import * as reads from './server/reads.ts'
import { deleteOldReports } from './server/retention-queries.ts'
import * as answerActions from './server/reviews/answer-actions.ts'
import { mailRatingRequests } from './server/reviews/rating-mail.ts'
import * as reviewActions from './server/reviews/review-actions.ts'

/** Reviews, questions and reports about materials. */
export const feedback = feature({
  name: 'feedback',
  actions: [actions, answerActions, reviewActions, noteActions].flatMap((each) => Object.values(each)),
  reads: Object.values(reads),
  events: Object.values(events),
  on: [on(accountErased, 'now', 'feedback.erase', eraseFeedback)],
  jobs: [worker(mailRatingRequestsJob, mailRatingRequests, { cron: '41 14 * * *' })],
  tables: [
    'review',
    'review_vote',
    'material_question',
    'material_note',
    'material_report',
    'rating_request',
  ],
  personalData,
  retention: [removedBy('reports', deleteOldReports)],
  mails: [
    questionAsked,
    questionAnswered,
    noteReceived,
    noteAnswered,
    reviewReplied,
    reportReceived,
    ratingRequest,
  ],
})
