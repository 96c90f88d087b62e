import type { IncomingMessage } from 'node:http'
import type { RenderedPage } from '../ports/page-cache.ts'
import type { App } from './app.ts'
import type { PageRequest } from './page-request.ts'

/** Which material's page it is, for who counts how often that is opened. */
export function viewedOn(
  { route, world, params }: PageRequest,
  status: number,
): Pick<RenderedPage, 'viewed'> {
  if (status !== 200 || route.name !== 'material') return {}
  return { viewed: { world, materialId: Number(params.id) } }
}

/**
 * A page was sent. Also asked of pages from the cache: nothing else sees those. Who acts in a member's name is no
 * visitor; the cookie is anybody's to write, and then only their own look is not counted.
 */
export function countView(
  { deps }: App,
  { method, headers }: IncomingMessage,
  { viewed }: Pick<RenderedPage, 'viewed'>,
): void {
  if (viewed === undefined || method !== 'GET' || /\bacting=/.test(headers.cookie ?? '')) return
  deps.tally.view(viewed, headers)
}
