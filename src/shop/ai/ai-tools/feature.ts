import { feature, removedBy } from '#platform/features/manifest.ts'
import * as actions from './server/actions.ts'
import { personalData } from './server/personal-data.ts'
import { clearOldResults, deleteOldRuns } from './server/queries.ts'
import * as reads from './server/reads.ts'
import { aiEngineState } from './server/state.ts'

/** Tools that make worksheets, games and plans from what a teacher types. */
export const aiTools = feature({
  name: 'ai-tools',
  actions: Object.values(actions),
  reads: Object.values(reads),
  states: [aiEngineState],
  tables: ['ai_run', 'ai_favorite'],
  personalData,
  retention: [removedBy('aiRuns', deleteOldRuns), removedBy('aiResults', clearOldResults)],
})
