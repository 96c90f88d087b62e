import { feature } from '../manifest.ts'
import * as actions from './actions.ts'
import * as commentActions from './comment-actions.ts'
import * as editorActions from './editor-actions.ts'
import * as events from './events.ts'
import { commentMade } from './mails.ts'
import { personalData } from './personal-data.ts'
import * as reads from './reads.ts'

/** Blog posts of authors, their comments and likes. */
export const posts = feature({
  name: 'posts',
  actions: [actions, commentActions, editorActions].flatMap((each) => Object.values(each)),
  reads: Object.values(reads),
  events: Object.values(events),
  tables: ['post', 'post_like', 'comment', 'comment_like'],
  personalData,
  mails: [commentMade],
})
