import type { RequestListener } from 'node:http'
import type { LRUCache } from 'lru-cache'
import type { RateClass } from '#platform/context/rate-limits.ts'
import type { CountedPage, Feature } from '#platform/features/manifest.ts'
import type { AnyAction } from '../access/action.ts'
import type { Front, Handler } from '../access/handler.ts'
import type { EarlyHints } from '../cache/early-hints.ts'
import type { FormTable } from '../form/form-table.ts'

/** A page as Astro made it. */
export type RenderedAnswer = Pick<Response, 'status' | 'headers' | 'bytes'>

/** What the manifests of the features add to the front; the list itself stands above it. */
export interface ProductParts {
  actions: readonly AnyAction[]
  /** Every address of theirs that is neither a page nor a call of the API. */
  handlers: readonly Handler[]
  /** The mirror of a Host header, where it is one. */
  mirrors: readonly NonNullable<Feature['mirror']>[]
  countedPages: readonly CountedPage[]
}

/** Everything the front controller answers but pages and files, found by address. */
export interface Handlers {
  all: readonly Handler<App>[]
  /** Who answers an address; undefined: it is a page's, or a file's. */
  at(target: string, deps: Pick<Front['deps'], 'announcer'>): Handler<App> | undefined
  /** Who answers below `/<segment>/` on a mirror, too. */
  atMirror(pathname: string): Handler<App> | undefined
}

/** What the front controller hands requests to. */
export interface App extends Front, Pick<ProductParts, 'mirrors' | 'countedPages'> {
  handlers: Handlers
  /** Astro: an internal English path and locals in, an answer out. */
  renderPage: (internalPath: string, locals: object) => Promise<RenderedAnswer>
  /** Hono: everything below /api. */
  api: RequestListener
  /** Which addresses of the API have an answer for everybody. */
  sharedAddresses: SharedAddresses
  /** Built assets and public files; calls `next` when there is no such file. */
  files: (
    request: Parameters<RequestListener>[0],
    response: Parameters<RequestListener>[1],
    next: () => void,
  ) => void
  /** What pages of a kind require first, and the words for it. */
  hints: EarlyHints
  /** The forms of pages, read off the manifests. */
  forms: FormTable
  /** False while starting and from the first moment of shutting down. */
  isReady: () => boolean
}

/** What a raw address of the API was read as: the name of its answer in the cache, and whose allowance it takes from. */
export type SharedAddresses = LRUCache<string, { key: string; rate: RateClass }>
