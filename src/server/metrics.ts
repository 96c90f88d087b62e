import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  requests: Counter<'kind' | 'status'>
  requestSeconds: Histogram<'kind'>
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
  return {
    registry,
    requests: new Counter({
      name: 'aularium_requests_total',
      help: 'Requests by kind (page, api, image, file, static) and status class',
      labelNames: ['kind', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'aularium_request_seconds',
      help: 'Time from the request line to the last byte handed to the socket',
      labelNames: ['kind'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
      registers,
    }),
    pageCache: new Counter({
      name: 'aularium_page_cache_total',
      help: 'Page cache answers: hit, stale, miss, joined (waited for a render under way), pass',
      labelNames: ['result'],
      registers,
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
