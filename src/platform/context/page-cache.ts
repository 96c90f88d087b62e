import type { IncomingHttpHeaders } from 'node:http'

export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity'

/** A rendered page as it may be stored: the same bytes for everybody. */
export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
  tags: string[]
  /** Beside Accept-Encoding: what else decides between this page and another answer at the same address. */
  vary?: 'Cookie'
  /** What a browser needs first, as values of Link headers. */
  links?: readonly string[]
  /** Who counts how often it is opened; called for each reader. */
  counters?: readonly ((headers: IncomingHttpHeaders) => void)[]
  /** Seconds; null = never store. */
  cache: { maxAge: number; swr: number } | null
}

export interface StoredPage {
  page: Omit<RenderedPage, 'body'>
  etag: string
  freshUntil: number
  staleUntil: number
  /** Until then it is better than nothing while the database is away. */
  usableUntil: number
  /** Never empty. With Brotli there is no plain form beside it, which is five times as large and hardly asked for. */
  encoded: Partial<Record<Encoding, Buffer>>
  pending: Partial<Record<Encoding, Promise<Buffer>>>
  /** Flat header lists, made once for each body, so that a hit only writes; forms are shared with the page's next version. */
  headerLists: WeakMap<Buffer, string[]>
  /** The same page with the notice of an outage; see outage-notice.ts. */
  noticed?: StoredPage
  /** Of the cache it is in: what it takes has changed. */
  weigh?: () => void
}

export type CacheAnswer = { stored: StoredPage; result: 'hit' | 'stale' | 'miss' | 'joined' | 'pass' }

export interface PageCache {
  /** A page that may be served now, without rendering; undefined = ask `fetch`. */
  peek(key: string): StoredPage | undefined
  /** Facts of a page that may be too stale to serve: its links, and whether `fetch` would answer at once. */
  known(key: string): { links: readonly string[]; isServable: boolean } | undefined
  /** Single flight: any number of misses on one key render once; stale pages render in the background. */
  fetch(
    key: string,
    render: () => Promise<RenderedPage>,
    /** Errors that an old page is better than: it is then served for a day (stale-if-error). */
    isAway?: (error: unknown) => boolean,
  ): Promise<CacheAnswer>
  /**
   * Pages that carry one of the tags are made anew before anybody sees them; the old copy only serves an outage.
   * Renders under way for them are not stored.
   */
  expire(tags: readonly string[]): void
  /** The same for every page: notices may have been missed. */
  expireAll(): void
  /** Pages that carry one of the tags are gone for good: what they show must not be shown any more. */
  withdraw(tags: readonly string[]): void
  readonly bytes: number
  readonly size: number
}
