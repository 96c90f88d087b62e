import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchDomainPath } from '#routing/domains.ts'
import { matchAddress } from '#routing/match.ts'
import { errors } from '#shared/errors.ts'
import { toProductError } from '../api/failure.ts'
import { type AuthorDomain, mainPathOf } from '../features/authors/domains.ts'
import { sendError } from './error-pages.ts'
import { serveImage, serveVideo } from './files.ts'
import { securityHeaders } from './headers.ts'
import type { House } from './house.ts'
import { mirrored } from './mirrored.ts'
import type { RenderedPage } from './page-cache.ts'
import { renderPage } from './pages.ts'
import { keptQuery } from './query.ts'
import { strangerContext } from './request.ts'
import { redirect, sendPage, sendText } from './send.ts'

/**
 * An author's own domain: their shop, their posts and their materials, each with the main site's address as canonical.
 * Nothing can be changed here: forms lead to the same page of the main site. Its own robots.txt, no sitemap; what
 * exists on the main site is one redirect away, the rest is not found.
 */
export async function serveAuthorDomain(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  domain: AuthorDomain,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(house, response, 405, 'Method not allowed', { Allow: 'GET, HEAD' })
  const target = request.url ?? '/'
  const cut = target.indexOf('?')
  const pathname = cut < 0 ? target : target.slice(0, cut)
  const search = cut < 0 ? '' : target.slice(cut)
  if (pathname === '/robots.txt')
    return sendText(house, response, 200, 'User-agent: *\nAllow: /\n', { 'Cache-Control': 'max-age=3600' })
  if (pathname.startsWith('/images/')) return serveImage(house, request, response)
  if (pathname.startsWith('/videos/')) return serveVideo(house, request, response)
  if (isFile(pathname)) return serveFile(house, request, response, domain)
  const page = matchDomainPath(pathname)
  try {
    const main = page && (await mainPathOf(house.deps.db, domain, page))
    if (main?.isOwn) return await serveMirror(house, request, response, { domain, path: main.path, search })
    const elsewhere = main?.path ?? addressOnMainSite(pathname, search)
    if (elsewhere === undefined) return sendError(house, request, response, 'not_found', domain.world)
    return redirect(house, response, house.deps.env.siteUrl + elsewhere, 301)
  } catch (error) {
    const { code } = toProductError(error)
    if (errors[code].report) house.deps.log.error({ err: error }, 'author domain failed')
    return sendError(house, request, response, code, domain.world)
  }
}

interface Mirror {
  domain: AuthorDomain
  /** The path on the main site. */
  path: string
  search: string
}

async function serveMirror(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  { domain, path, search }: Mirror,
): Promise<void> {
  const { deps } = house
  const match = matchAddress(path)
  if (match.kind !== 'page') return sendError(house, request, response, 'not_found', domain.world)
  const query = keptQuery(match.route, search)
  // No target of a request holds a space, so nobody can ask the main site for one of these keys.
  const key = `${domain.host} ${path}?${query}`
  const { stored } = await deps.pageCache.fetch(key, async (): Promise<RenderedPage> => {
    const rendered = await renderPage(house, { ...match, query }, strangerContext(deps, domain.world))
    return mirrored(rendered, { siteUrl: deps.env.siteUrl, path, world: domain.world })
  })
  const { location } = stored.page.headers
  if (location !== undefined) return redirect(house, response, deps.env.siteUrl + location, 301)
  return sendPage(house, request, response, stored)
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
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  domain: AuthorDomain,
): Promise<void> {
  return new Promise((resolve, reject) => {
    response.once('close', resolve)
    for (const [name, value] of Object.entries(securityHeaders(house.deps.env.siteUrl)))
      response.setHeader(name, value)
    house.files(request, response, () => {
      sendError(house, request, response, 'not_found', domain.world).then(resolve, reject)
    })
  })
}
