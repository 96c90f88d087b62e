import { feature } from '../manifest.ts'
import { view } from './reads.ts'

/** What a member owns, bought or free, as one list with its folders. */
export const library = feature({
  name: 'library',
  reads: [view],
})
