import type { IncomingMessage } from 'node:http'
import { countedPages } from '#features'
import type { RenderedPage } from '#platform/context/page-cache.ts'
import type { App } from '../listen/app.ts'
import type { PageRequest } from '../page/page-request.ts'

const countersOf = Map.groupBy(countedPages, ({ route }) => route)

/** Who counts how often a page that was made is opened. */
export function countersOn(
  { deps }: Pick<App, 'deps'>,
  { route, world, params }: PageRequest,
  status: number,
): Pick<RenderedPage, 'counters'> {
  const rows = status === 200 ? countersOf.get(route.name) : undefined
  return rows ? { counters: rows.map(({ counter }) => counter(deps, { world, params })) } : {}
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
