import { feature } from '#platform/features/manifest.ts'
import * as actions from './server/actions.ts'

const { takeTable, ...changes } = actions

/** Many listings at once: changed, deleted, taken out as a table and brought back; what a price and keywords might be. */
export const bulkListings = feature({
  name: 'bulk-listings',
  actions: Object.values(changes),
  reads: [takeTable],
})
