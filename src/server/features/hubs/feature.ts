import { on } from '../../events/event.ts'
import { feature } from '../manifest.ts'
import { listingChanged, listingPublished, listingWithdrawn } from '../materials/events.ts'
import * as events from './events.ts'
import { menuSubjects } from './reads.ts'
import { tellHubs } from './telling.ts'

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
