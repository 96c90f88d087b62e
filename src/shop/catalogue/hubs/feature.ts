import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { listingChanged, listingPublished, listingWithdrawn } from '#shop/selling/materials/server/events.ts'
import * as events from './server/events.ts'
import { countHubChanges } from './server/hub-changes.ts'
import { menuSubjects } from './server/reads.ts'

/** Landing pages of topics, lessons and school types. */
export const hubs = feature({
  name: 'hubs',
  reads: [menuSubjects],
  events: Object.values(events),
  on: [
    on(listingPublished, 'now', 'hubs.published', countHubChanges),
    on(listingChanged, 'now', 'hubs.changed', countHubChanges),
    on(listingWithdrawn, 'now', 'hubs.withdrawn', countHubChanges),
  ],
  tables: ['hub', 'hub_material'],
})
