import { worker } from '../../jobs/job.ts'
import { feature } from '../manifest.ts'
import * as actions from './actions.ts'
import * as commentActions from './comment-actions.ts'
import * as editorActions from './editor-actions.ts'
import * as events from './events.ts'
import { publishDueJob } from './jobs.ts'
import { commentMade } from './mails.ts'
import { personalData } from './personal-data.ts'
import * as reads from './reads.ts'
import { publishDue } from './schedule.ts'
import * as scheduleActions from './schedule-actions.ts'

/** Blog posts of authors, their comments and likes. */
export const posts = feature({
  name: 'posts',
  actions: [actions, commentActions, editorActions, scheduleActions].flatMap((each) => Object.values(each)),
  reads: Object.values(reads),
  events: Object.values(events),
  jobs: [worker(publishDueJob, publishDue, { cron: '* * * * *' })],
  tables: ['post', 'post_version', 'post_like', 'comment', 'comment_like'],
  personalData,
  mails: [commentMade],
})
