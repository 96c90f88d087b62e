import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { listingChanged, listingPublished } from '#shop/selling/materials/server/events.ts'
import { findSimilar } from './server/similar.ts'

/** What fits a member: drawn from what was bought, liked and followed. */
export const recommendations = feature({
  name: 'recommendations',
  on: [
    on(listingPublished, 'later', 'recommendations.similar-to-published', findSimilar),
    on(listingChanged, 'later', 'recommendations.similar-to-changed', findSimilar),
  ],
})
