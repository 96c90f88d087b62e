import { feature } from '../manifest.ts'
import { reactions } from './reactions.ts'
import { own } from './reads.ts'

/** What an author learns from the numbers of their shop. */
export const charts = feature({
  name: 'charts',
  reads: [own],
  on: reactions,
})
