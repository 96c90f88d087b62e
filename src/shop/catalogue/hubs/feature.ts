import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { listingChanged, listingPublished, listingWithdrawn } from '#shop/selling/materials/server/events.ts'
import * as events from './server/events.ts'
import { menuSubjects } from './server/reads.ts'
import { tellHubs } from './server/telling.ts'

/** Landing pages of topics, lessons and school types. */
export const hubs = feature({
  name: 'hubs',
  reads: [menuSubjects],
  events: Object.values(events),
  on: [
    on(listingPublished, 'now', 'hubs.published', tellHubs),
    on(listingChanged, 'now', 'hubs.changed', tellHubs),
    on(listingWithdrawn, 'now', 'hubs.withdrawn', tellHubs),
  ],
  tables: ['hub', 'hub_material'],
})
