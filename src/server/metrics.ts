import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createRequestTimes, type RequestTimes } from './request-times.ts'

export interface Metrics {
  registry: Registry
  requestTimes: RequestTimes
  /** Hits are the hottest path of all: a plain number, added to `pageCache` when read. */
  pageHits: { count: number }
  pageCache: Counter<'result'>
  pageCacheBytes: Gauge
  renders: Counter<'route'>
  jobs: Counter<'name' | 'result'>
}

/** The operator's numbers for GET /metrics, in Prometheus form. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const pageHits = { count: 0 }
  return {
    registry,
    requestTimes: createRequestTimes(),
    pageHits,
    pageCache: new Counter({
      name: 'aularium_page_cache_total',
      help: 'Page cache answers: hit, stale, miss, joined (waited for a render under way), pass',
      labelNames: ['result'],
      registers,
      collect() {
        this.inc({ result: 'hit' }, pageHits.count)
        pageHits.count = 0
      },
    }),
    pageCacheBytes: new Gauge({
      name: 'aularium_page_cache_bytes',
      help: 'Bytes of stored pages',
      registers,
    }),
    renders: new Counter({
      name: 'aularium_renders_total',
      help: 'Pages rendered by Astro',
      labelNames: ['route'],
      registers,
    }),
    jobs: new Counter({
      name: 'aularium_jobs_total',
      help: 'Background jobs by result',
      labelNames: ['name', 'result'],
      registers,
    }),
  }
}
