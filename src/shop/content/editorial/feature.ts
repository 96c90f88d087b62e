import { feature, removedBy } from '#platform/features/manifest.ts'
import * as actions from './server/actions.ts'
import { articlesState } from './server/articles.ts'
import { personalData } from './server/personal-data.ts'
import { deleteOldVotes } from './server/retention-queries.ts'

/** Articles of the editors: help, magazine, podcast, campaigns. */
export const editorial = feature({
  name: 'editorial',
  actions: Object.values(actions),
  states: [articlesState],
  tables: ['help_vote'],
  personalData,
  retention: [removedBy('lists', deleteOldVotes)],
})
