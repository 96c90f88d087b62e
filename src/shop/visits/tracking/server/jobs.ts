import type { AnalyticsEvent } from '#platform/gateways/analytics/analytics.ts'
import { job } from '#platform/jobs/job.ts'

export const sumUpEventsJob = job('sum_up_events')

/** What happened is told to another service; one that is away hears it within a day. */
export const tellEventsJob = job<{ events: AnalyticsEvent[] }>('tell_events', {
  retryLimit: 8,
  retryDelay: 60,
  retryDelayMax: 21_600,
})
