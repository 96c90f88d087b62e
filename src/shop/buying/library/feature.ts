import { feature } from '#platform/features/manifest.ts'
import { view } from './server/reads.ts'

/** What a member owns, bought or free, as one list with its folders. */
export const library = feature({
  name: 'library',
  reads: [view],
})
