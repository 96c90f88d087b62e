import { feature, removedBy } from '../manifest.ts'
import * as actions from './actions.ts'
import { articlesState } from './articles.ts'
import { personalData } from './personal-data.ts'
import { deleteOldVotes } from './retention-queries.ts'

/** Articles of the editors: help, magazine, podcast, campaigns. */
export const editorial = feature({
  name: 'editorial',
  actions: Object.values(actions),
  states: [articlesState],
  tables: ['help_vote'],
  personalData,
  retention: [removedBy('lists', deleteOldVotes)],
})
