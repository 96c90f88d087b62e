import type { RequestListener } from 'node:http'
import type { Deps } from '../context.ts'
import type { PageFinish } from './finish-page.ts'
import type { Outage } from './outage.ts'
import type { ShareImages } from './share-images.ts'
import type { Visits } from './visits.ts'

/** What the door hands requests to. */
export interface House {
  deps: Deps
  /** Astro: an internal English path and locals in, a Response out. */
  renderPage: (internalPath: string, locals: object) => Promise<Response>
  /** Hono: everything below /api. */
  api: RequestListener
  /** Built assets and public files; calls `next` when there is no such file. */
  files: (
    request: Parameters<RequestListener>[0],
    response: Parameters<RequestListener>[1],
    next: () => void,
  ) => void
  /** Styles of the first paint, early pictures, links for early hints. */
  finish: PageFinish
  /** Whether the database is away. */
  outage: Outage
  /** Pictures of pages for networks and chats. */
  shareImages: ShareImages
  /** Which pages a new process makes first. */
  visits: Visits
  /** False while starting and from the first moment of shutting down. */
  isReady: () => boolean
}
