import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { commentHeld } from '#shop/community/feedback/server/events.ts'
import { accountErased } from '#shop/people/identity/server/events.ts'
import * as actions from './server/actions.ts'
import * as commentActions from './server/comments/comment-actions.ts'
import { holdComment } from './server/comments/moderating.ts'
import * as editorActions from './server/editing/editor-actions.ts'
import * as pictureActions from './server/editing/picture-actions.ts'
import { publishDue } from './server/editing/schedule.ts'
import * as scheduleActions from './server/editing/schedule-actions.ts'
import { erasePosts } from './server/erasing.ts'
import * as events from './server/events.ts'
import { publishDueJob } from './server/jobs.ts'
import { commentMade } from './server/mails.ts'
import { personalData } from './server/personal-data.ts'
import * as reads from './server/reads.ts'

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
