import { feature } from '#platform/features/manifest.ts'
import { reactions } from './server/reactions.ts'
import { own } from './server/reads.ts'

/** What an author learns from the numbers of their shop. */
export const charts = feature({
  name: 'charts',
  reads: [own],
  on: reactions,
})
