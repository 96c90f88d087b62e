import type { IncomingMessage, ServerResponse } from 'node:http'
import { url } from '#routing/url.ts'
import { defaultWorld, type LiveWorld, liveWorlds } from '#routing/worlds.ts'
import { type Front, type Handler, pathOf } from '../../http/handler.ts'
import { savedTarget } from '../../http/saved-target.ts'
import { redirect, sendText } from '../../http/send.ts'
import { authorizationServerMetadata } from './metadata.ts'

export const handlers: readonly Handler[] = [
  { path: 'authorize', kind: 'page', serve: serveAuthorize },
  { path: '.well-known', kind: 'static', serve: serveWellKnown },
]

/** /.well-known/oauth-authorization-server (RFC 8414); everything else there is a page that is not there. */
function serveWellKnown(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | void {
  if (pathOf(request) !== '/.well-known/oauth-authorization-server') return front.servePage(request, response)
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
  redirect(front, response, url('authorize', { world: worldOfVisitor(request, search) }) + search, 302)
}

/** The world somebody chose before, else the first language they read that one of ours speaks. */
function worldOfVisitor({ headers }: IncomingMessage, search: string): LiveWorld {
  const chosen = savedTarget(headers.cookie)?.split('/', 2)[1]
  const worlds = liveWorlds()
  const known = worlds.find(({ world }) => world === chosen)
  if (known !== undefined) return known.world
  const asked = new URLSearchParams(search).get('ui_locales') ?? ''
  const read = (headers['accept-language'] ?? '').split(',').map((part) => part.split(';', 1)[0] ?? '')
  for (const language of [...asked.split(' '), ...read]) {
    const found = worlds.find(({ lang }) => lang === language.trim().slice(0, 2).toLowerCase())
    if (found !== undefined) return found.world
  }
  return defaultWorld
}
