import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { commentHeld } from '../feedback/events.ts'
import { accountErased } from '../identity/events.ts'
import { feature } from '../manifest.ts'
import * as actions from './actions.ts'
import * as commentActions from './comment-actions.ts'
import * as editorActions from './editor-actions.ts'
import { erasePosts } from './erasing.ts'
import * as events from './events.ts'
import { publishDueJob } from './jobs.ts'
import { commentMade } from './mails.ts'
import { holdComment } from './moderating.ts'
import { personalData } from './personal-data.ts'
import * as pictureActions from './picture-actions.ts'
import * as reads from './reads.ts'
import { publishDue } from './schedule.ts'
import * as scheduleActions from './schedule-actions.ts'

/** Blog posts of authors, their comments and likes. */
export const posts = feature({
  name: 'posts',
  actions: [actions, commentActions, editorActions, scheduleActions, pictureActions].flatMap((each) =>
    Object.values(each),
  ),
  reads: Object.values(reads),
  events: Object.values(events),
  on: [
    on(accountErased, 'now', 'posts.erase', erasePosts),
    on(commentHeld, 'now', 'posts.hold-comment', (context, { commentId }, tx) =>
      holdComment(context, tx, commentId),
    ),
  ],
  jobs: [worker(publishDueJob, publishDue, { cron: '* * * * *' })],
  tables: ['post', 'post_version', 'post_picture', 'post_like', 'comment', 'comment_like'],
  personalData,
  mails: [commentMade],
})
