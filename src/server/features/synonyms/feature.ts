import { feature } from '../manifest.ts'
import { synonymDelete, synonymSave } from './actions.ts'
import { synonymsChanged } from './events.ts'
import { synonymList } from './reads.ts'

/** Words the search treats as one; operators look after them. */
export const synonyms = feature({
  name: 'synonyms',
  actions: [synonymSave, synonymDelete],
  reads: [synonymList],
  events: [synonymsChanged],
  tables: ['search_synonym'],
})
