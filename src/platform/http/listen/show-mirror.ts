import type { IncomingMessage, ServerResponse } from 'node:http'
import { strangerContext } from '#platform/context/context.ts'
import type { RenderedPage } from '#platform/context/page-cache.ts'
import { isReported } from '#platform/errors.ts'
import { matchAddress } from '#platform/routing/match.ts'
import { unstorableTexts } from '#platform/rules/contract/text.ts'
import { toProductError } from '../access/failure.ts'
import { normalizedQuery } from '../cache/query.ts'
import { sendError } from '../page/error-pages.ts'
import { renderPage } from '../page/pages.ts'
import { sendPage } from '../page/send-body.ts'
import { redirect, sendText } from '../send/send.ts'
import { securityHeaders } from '../visitor/headers.ts'
import type { App } from './app.ts'
import type { MirrorHost } from './mirror.ts'

/**
 * A host that shows part of the main site (an author's own domain), each page with the main site's address as canonical.
 * Pages are rendered as for the main site, without scripts; their links are followed here: to another page of this
 * mirror, to everything else by one redirect to the main site, the rest is not found. Nothing can be changed here: a
 * form that is posted leads to the same page of the main site. Its own robots.txt, no sitemap.
 */
export async function serveMirror(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  mirror: MirrorHost,
): Promise<void> {
  const isPost = request.method === 'POST'
  if (!isPost && request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(app, response, 405, 'Method not allowed', { Allow: 'GET, HEAD, POST' })
  // What was posted is left: only the main site knows who posts.
  if (isPost) request.resume()
  const target = isPost ? formPage(request) : (request.url ?? '/')
  const cut = target.indexOf('?')
  const pathname = cut < 0 ? target : target.slice(0, cut)
  const search = cut < 0 ? '' : target.slice(cut)
  if (pathname === '/robots.txt')
    return sendText(app, response, 200, 'User-agent: *\nAllow: /\n', { 'Cache-Control': 'max-age=3600' })
  const handler = app.handlers.atMirror(pathname)
  if (handler !== undefined) return handler.serve(app, request, response)
  if (isFile(pathname)) return serveFile(app, request, response, mirror)
  try {
    const page = await mirror.pageAt(pathname)
    const isElsewhere = page === undefined || 'here' in page
    if (!isElsewhere && page.isOwn && !isPost)
      return await sendMirrored(app, request, response, { mirror, path: page.path, search })
    if (page !== undefined && 'here' in page && !isPost) return redirect(app, response, page.here, 301)
    const elsewhere = isElsewhere ? addressOnMainSite(pathname, search) : page.path
    if (elsewhere === undefined) return sendError(app, request, response, 'not_found', mirror.world)
    return redirect(app, response, app.deps.env.siteUrl + elsewhere, isPost ? 303 : 301)
  } catch (error) {
    const { code } = toProductError(error)
    app.deps.outage.report(error)
    if (isReported(code)) app.deps.log.error({ err: error }, 'mirror failed')
    return sendError(app, request, response, code, mirror.world)
  }
}

interface Mirrored {
  mirror: MirrorHost
  /** The path on the main site. */
  path: string
  search: string
}

async function sendMirrored(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  { mirror, path, search }: Mirrored,
): Promise<void> {
  const { deps } = app
  const match = matchAddress(path)
  if (match.kind !== 'page') return sendError(app, request, response, 'not_found', mirror.world)
  const query = normalizedQuery(match.route, search)
  if (unstorableTexts([...query]).length > 0)
    return sendError(app, request, response, 'malformed_request', mirror.world)
  // No target of a request holds a space, so nobody can ask the main site for one of these keys.
  const key = `${mirror.host} ${path}?${query}`
  const { stored } = await deps.pageCache.fetch(key, async (): Promise<RenderedPage> => {
    const page = { ...match, query, isMirror: true } as const
    const rendered = await renderPage(app, page, strangerContext(deps, mirror.world))
    return { ...rendered, tags: [...rendered.tags, ...mirror.tags] }
  })
  const { location } = stored.page.headers
  if (location !== undefined) return redirect(app, response, deps.env.siteUrl + location, 301)
  return sendPage(app, request, response, stored)
}

/** The page of a posted form, by its Referer. */
function formPage(request: IncomingMessage): string {
  const { host, referer } = request.headers
  const from = referer === undefined ? null : URL.parse(referer)
  return from !== null && from.host === host?.toLowerCase() ? from.pathname : (request.url ?? '/')
}

function addressOnMainSite(pathname: string, search: string): string | undefined {
  if (pathname === '/') return undefined
  const match = matchAddress(pathname, search)
  if (match.kind === 'redirect') return match.location
  return match.kind === 'page' ? pathname + search : undefined
}

function isFile(pathname: string): boolean {
  return pathname.startsWith('/_astro/') || (pathname.indexOf('/', 1) < 0 && pathname.includes('.'))
}

function serveFile(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  mirror: MirrorHost,
): Promise<void> {
  return new Promise((resolve, reject) => {
    response.once('close', resolve)
    for (const [name, value] of Object.entries(securityHeaders(app.deps.env.siteUrl)))
      response.setHeader(name, value)
    app.files(request, response, () => {
      sendError(app, request, response, 'not_found', mirror.world).then(resolve, reject)
    })
  })
}
