import { feature } from '../manifest.ts'
import * as actions from './actions.ts'
import { articlesState } from './articles.ts'
import { personalData } from './personal-data.ts'

/** Articles of the editors: help, magazine, podcast, campaigns. */
export const editorial = feature({
  name: 'editorial',
  actions: Object.values(actions),
  states: [articlesState],
  tables: ['help_vote'],
  personalData,
})
