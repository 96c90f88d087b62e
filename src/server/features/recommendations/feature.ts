import { on } from '../../events/event.ts'
import { feature } from '../manifest.ts'
import { listingChanged, listingPublished } from '../materials/events.ts'
import { findSimilar } from './similar.ts'

/** What fits a member: drawn from what was bought, liked and followed. */
export const recommendations = feature({
  name: 'recommendations',
  on: [
    on(listingPublished, 'later', 'recommendations.similar-to-published', findSimilar),
    on(listingChanged, 'later', 'recommendations.similar-to-changed', findSimilar),
  ],
})
