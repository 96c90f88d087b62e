import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Front, type Handler, pathOf } from '#platform/http/access/handler.ts'
import { redirect, sendText } from '#platform/http/send/send.ts'
import { preferredWorld } from '#platform/http/visitor/preferred-world.ts'
import { url } from '#platform/routing/url.ts'
import { authorizationServerMetadata } from './metadata.ts'

export const handlers: readonly Handler[] = [
  { path: 'authorize', kind: 'page', serve: serveAuthorize },
  { path: isMetadata, kind: 'static', serve: serveMetadata },
]

function isMetadata(target: string): boolean {
  return pathOf({ url: target }) === '/.well-known/oauth-authorization-server'
}

/** RFC 8414. */
function serveMetadata(front: Front, _request: IncomingMessage, response: ServerResponse): void {
  sendText(front, response, 200, JSON.stringify(authorizationServerMetadata(front.deps.env.siteUrl)), {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
    'X-Robots-Tag': 'noindex',
  })
}

/** /authorize knows no world: it leads to the page in the visitor's own, with everything it was asked with. */
function serveAuthorize(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | void {
  const target = request.url ?? ''
  const cut = target.indexOf('?')
  if (pathOf(request) !== '/authorize') return front.servePage(request, response)
  const search = cut < 0 ? '' : target.slice(cut)
  response.setHeader('Vary', 'Cookie, Accept-Language')
  const world = preferredWorld(request, new URLSearchParams(search).get('ui_locales') ?? '')
  redirect(front, response, url('authorize', { world }) + search, 302)
}
