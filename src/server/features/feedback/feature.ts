import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { accountErased } from '../identity/events.ts'
import { feature, removedBy } from '../manifest.ts'
import * as actions from './actions.ts'
import * as answerActions from './answer-actions.ts'
import { eraseFeedback } from './erasing.ts'
import * as events from './events.ts'
import { mailRatingRequestsJob } from './jobs.ts'
import {
  noteAnswered,
  noteReceived,
  questionAnswered,
  questionAsked,
  ratingRequest,
  reportReceived,
  reviewReplied,
} from './mails.ts'
import * as noteActions from './note-actions.ts'
import { personalData } from './personal-data.ts'
import { mailRatingRequests } from './rating-mail.ts'
import * as reads from './reads.ts'
import { deleteOldReports } from './retention-queries.ts'
import * as reviewActions from './review-actions.ts'

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
