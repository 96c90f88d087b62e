import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Front, type Handler, pathOf } from '#platform/http/access/handler.ts'
import { url } from '#platform/routing/url.ts'
import { isLiveWorld, worldOf } from '#platform/routing/worlds.ts'
import { type LegalKey, legalKeys } from '../rules/contract.ts'
import { documentsOf } from '../rules/legal-worlds.ts'

/** Legal documents of worlds that are not live: links to them exist (specification 9). */
export const handlers: readonly Handler[] = [{ path: isPlanned, kind: 'static', serve: serveDocument }]

function isPlanned(target: string): boolean {
  return documentAt(pathOf({ url: target })) !== undefined
}

/** The document that counts for a world that is not live; undefined: another address. */
function documentAt(path: string): string | undefined {
  const [, code = '', key] = /^\/([a-z]{2})\/([a-z-]+)$/.exec(path) ?? []
  const planned = isLiveWorld(code) ? undefined : worldOf(code)
  const document: LegalKey | undefined = legalKeys.find((each) => each === key)
  return planned && document && url(document, { world: documentsOf(planned).world })
}

function serveDocument(_front: Front, request: IncomingMessage, response: ServerResponse): void {
  const Location = documentAt(pathOf(request)) ?? '/'
  response.writeHead(302, { Location, 'Cache-Control': 'public, max-age=3600' }).end()
}
