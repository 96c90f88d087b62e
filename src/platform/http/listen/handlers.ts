import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Handler } from '../access/handler.ts'
import { serveSpeculationRules } from '../cache/speculation.ts'
import { serveImage } from '../page/images.ts'
import { serveKitPage } from '../page/kit-page.ts'
import { serveOffline } from '../page/offline.ts'
import { securityHeaders } from '../visitor/headers.ts'
import type { App, Handlers } from './app.ts'
import { firstSegment } from './first-segment.ts'
import { serveHealth, serveMetrics } from './operator-address.ts'

/** Every method that pages and calls of the API may be asked with. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/** The platform's own. */
const ownHandlers: readonly Handler<App>[] = [
  { path: 'health', kind: 'operator', anyHost: true, serve: serveHealth },
  { path: 'metrics', kind: 'operator', anyHost: true, serve: serveMetrics },
  { path: 'api', kind: 'api', methods, serve: serveApi },
  { path: 'images', kind: 'image', onMirrors: true, serve: serveImage },
  { path: 'speculation-rules.json', kind: 'static', serve: serveSpeculationRules },
  { path: 'offline', kind: 'static', serve: serveOffline },
  { path: 'kit', kind: 'page', serve: serveKitPage },
]

/** The platform's own handlers together with those of the features. */
export function createHandlers(featureHandlers: readonly Handler[]): Handlers {
  const all: readonly Handler<App>[] = [...ownHandlers, ...featureHandlers]
  const bySegment: ReadonlyMap<string, Handler<App>> = new Map(
    all.flatMap((each) => (typeof each.path === 'string' ? [[each.path, each]] : [])),
  )
  // Those whose addresses begin in many ways.
  const others: readonly [fits: Exclude<Handler['path'], string>, handler: Handler<App>][] = all.flatMap(
    (each) => (typeof each.path === 'string' ? [] : [[each.path, each]]),
  )
  return {
    all,
    at: (target, deps) =>
      bySegment.get(firstSegment(target)) ?? others.find(([fits]) => fits(target, deps))?.[1],
    atMirror(pathname) {
      const segment = firstSegment(pathname)
      const handler = bySegment.get(segment)
      return handler?.onMirrors && pathname.startsWith(`/${segment}/`) ? handler : undefined
    },
  }
}

function serveApi(app: App, request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders(app.deps.env.siteUrl)))
    response.setHeader(name, value)
  app.api(request, response)
}
