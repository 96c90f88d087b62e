import type { IncomingMessage } from 'node:http'
import type { RenderedPage } from '#platform/context/page-cache.ts'
import type { App } from '../listen/app.ts'
import type { PageRequest } from '../page/page-request.ts'

/** Who counts how often a page that was made is opened. */
export function countersOn(
  { deps, countedPages }: Pick<App, 'deps' | 'countedPages'>,
  { route, world, params }: PageRequest,
  status: number,
): Pick<RenderedPage, 'counters'> {
  const rows = status === 200 ? countedPages.filter((page) => page.route === route.name) : []
  return rows.length > 0 ? { counters: rows.map(({ counter }) => counter(deps, { world, params })) } : {}
}

/**
 * A page was sent. Also asked of pages from the cache: nothing else sees those. Who acts in a member's name is no
 * visitor; the cookie is anybody's to write, and then only their own look is not counted.
 */
export function countView(
  { method, headers }: IncomingMessage,
  { counters }: Pick<RenderedPage, 'counters'>,
): void {
  if (counters === undefined || method !== 'GET' || /\bacting=/.test(headers.cookie ?? '')) return
  for (const count of counters) count(headers)
}
