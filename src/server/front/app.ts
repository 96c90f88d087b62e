import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Deps } from '../context.ts'
import { actions } from '../features/list.ts'
import { type FormTable, formTableOf } from '../http/form-table.ts'
import { createApi } from './api.ts'
import { createEarlyHints, type EarlyHints } from './early-hints.ts'
import { createShareImages, type ShareImages } from './share-images.ts'
import { createSharedAddresses, type SharedAddresses } from './stored-answers.ts'
import type { Visits } from './visits.ts'

/** A page as Astro made it. */
export type RenderedAnswer = Pick<Response, 'status' | 'headers' | 'bytes'>

/** What the front controller hands requests to. */
export interface App {
  deps: Deps
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
  /** What pages of a kind need first, and how it is said. */
  hints: EarlyHints
  /** The forms of pages, read off the manifests. */
  forms: FormTable
  /** Pictures of pages for networks and chats. */
  shareImages: ShareImages
  /** Which pages a new process makes first. */
  visits: Visits
  /** False while starting and from the first moment of shutting down. */
  isReady: () => boolean
}

/** The same for production, development and tests; what differs there is handed in. */
export function createApp(
  deps: Deps,
  { renderPage, files, visits, isReady }: Pick<App, 'renderPage' | 'files' | 'visits' | 'isReady'>,
): App {
  const sharedAddresses = createSharedAddresses()
  return {
    deps,
    renderPage,
    files,
    visits,
    isReady,
    sharedAddresses,
    api: getRequestListener(createApi(deps, sharedAddresses).fetch, { overrideGlobalObjects: false }),
    hints: createEarlyHints(deps.log),
    forms: formTableOf(actions),
    shareImages: createShareImages(deps),
  }
}
