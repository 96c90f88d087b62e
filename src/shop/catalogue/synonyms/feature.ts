import { feature } from '#platform/features/manifest.ts'
import { synonymDelete, synonymSave } from './server/actions.ts'
import { synonymsChanged } from './server/events.ts'
import { synonymList } from './server/reads.ts'

/** Words the search treats as one; operators look after them. */
export const synonyms = feature({
  name: 'synonyms',
  actions: [synonymSave, synonymDelete],
  reads: [synonymList],
  events: [synonymsChanged],
  tables: ['search_synonym'],
})
