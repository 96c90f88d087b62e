import type { Deps } from '#platform/context/context.ts'
import { feature, removedBy } from '#platform/features/manifest.ts'
import type { AnalyticsEvent } from '#platform/gateways/analytics/analytics.ts'
import { worker } from '#platform/jobs/worker.ts'
import { trackEvents } from './server/actions.ts'
import { sumUpEventsJob, tellEventsJob } from './server/jobs.ts'
import { deleteOldEvents, sumUpEvents } from './server/queries.ts'

/** What happens on pages, counted where a visitor allows it. */
export const tracking = feature({
  name: 'tracking',
  actions: [trackEvents],
  jobs: [
    worker(sumUpEventsJob, ({ db }: Deps) => sumUpEvents(db), { cron: '*/10 * * * *' }),
    worker(tellEventsJob, ({ analytics }: Deps, { events }: { events: AnalyticsEvent[] }) =>
      analytics.tell(events),
    ),
  ],
  tables: ['tracked_event', 'event_sum'],
  retention: [removedBy('events', deleteOldEvents)],
})
