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
  /** Pages announced to search engines. */
  announced: Counter<'result'>
  diskCacheBytes: Gauge<'cache'>
  /** What could not be cached for want of room; it was answered all the same. */
  cacheWriteFailures: Counter<'cache'>
  /** What only a person can settle. */
  roomsLeft: Counter
  operatorTasks: Counter<'kind'>
  /** Open sockets. */
  sockets: Gauge
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
    announced: new Counter({
      name: 'aularium_announced_pages_total',
      help: 'Pages announced by IndexNow: accepted, refused',
      labelNames: ['result'],
      registers,
    }),
    diskCacheBytes: new Gauge({
      name: 'aularium_disk_cache_bytes',
      help: 'Bytes of files made from others, as last counted: images, og',
      labelNames: ['cache'],
      registers,
    }),
    cacheWriteFailures: new Counter({
      name: 'aularium_disk_cache_not_kept_total',
      help: 'Made files that could not be kept, because the disk was full or refused',
      labelNames: ['cache'],
      registers,
    }),
    roomsLeft: new Counter({
      name: 'aularium_rooms_not_ended_total',
      help: 'Learning rooms that could not be closed or erased when their time came; tried again within the hour',
      labelNames: ['step'],
      registers,
    }),
    operatorTasks: new Counter({
      name: 'aularium_operator_tasks_total',
      help: 'Matters left to a person of the operator by this process, by kind',
      labelNames: ['kind'],
      registers,
    }),
    sockets: new Gauge({ name: 'aularium_sockets', help: 'Open sockets', registers }),
    jobs: new Counter({
      name: 'aularium_jobs_total',
      help: 'Background jobs by result',
      labelNames: ['name', 'result'],
      registers,
    }),
  }
}
