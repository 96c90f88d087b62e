import type { IncomingMessage, ServerResponse } from 'node:http'
import { translator } from '#i18n/translate.ts'
import { matchAddress } from '#routing/match.ts'
import type { Route } from '#routing/routes.ts'
import { robotsContent } from '#routing/seo.ts'
import { url } from '#routing/url.ts'
import { type LiveWorld, worldOf } from '#routing/worlds.ts'
import { type ErrorCode, errors, ProductError } from '#shared/errors.ts'
import { requireAccess } from '../api/access.ts'
import { isSecureSite, setCookieHeader } from '../api/cookies.ts'
import type { CookieChange } from '../api/endpoint.ts'
import { toProductError } from '../api/failure.ts'
import type { FormState } from '../api/form.ts'
import type { Context } from '../context.ts'
import { handleForm } from './forms.ts'
import { bareContentPolicy, securityHeaders } from './headers.ts'
import type { House } from './house.ts'
import type { PageLocals } from './locals.ts'
import { chooseEncoding, encodedBody, type RenderedPage, type StoredPage, storedPage } from './page-cache.ts'
import { requestCookies, strangerContext, visitorContext } from './request.ts'
import { shellOf } from './shell.ts'

interface PageRequest {
  world: LiveWorld
  route: Route
  params: Readonly<Record<string, string>>
  internalPath: string
  query: URLSearchParams
}

/** Answers every address that is a page, a redirect to one, or nothing. */
export async function servePage(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { deps } = house
  const target = request.url ?? '/'
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead) {
    const stored = deps.pageCache.peek(target)
    if (stored) {
      deps.metrics.pageHits.count += 1
      return sendPage(house, request, response, stored)
    }
  }
  const cut = target.indexOf('?')
  const pathname = cut < 0 ? target : target.slice(0, cut)
  const search = cut < 0 ? '' : target.slice(cut)
  const match = matchAddress(pathname, search)
  if (match.kind === 'redirect') return redirect(house, response, match.location, isRead ? match.status : 308)
  if (match.kind === 'notFound') return sendError(house, request, response, 'not_found', match.world)
  const page: PageRequest = { ...match, query: keptQuery(match.route, search) }
  try {
    if (request.method === 'POST') return await servePost(house, request, response, page)
    if (!isRead) return sendError(house, request, response, 'method_not_allowed', match.world)
    if (match.route.access === 'public' && match.route.cache)
      return await serveShared(house, request, response, page)
    return await servePersonal(house, request, response, page)
  } catch (error) {
    const { code } = toProductError(error)
    if (code === 'unauthorized') return redirectToLogin(house, response, page)
    if (errors[code].report) deps.log.error({ err: error, route: match.route.name }, 'page failed')
    return sendError(house, request, response, code, match.world)
  }
}

/** A page that is the same for everybody: from the cache, or rendered once for all who wait. */
async function serveShared(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  page: PageRequest,
) {
  const { deps } = house
  const query = page.query.toString()
  // Params may be percent-encoded in the request; the internal path names each page once.
  const path = localizedKey(page)
  const key = query === '' ? path : `${path}?${query}`
  const { stored, result } = await deps.pageCache.fetch(key, () =>
    renderPage(house, page, strangerContext(deps, page.world)),
  )
  deps.metrics.pageCache.inc({ result })
  deps.metrics.pageCacheBytes.set(deps.pageCache.bytes)
  return sendPage(house, request, response, stored)
}

function localizedKey({ route, world, params }: PageRequest): string {
  return url(route.name as 'home', { world, ...params } as never)
}

async function servePersonal(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  page: PageRequest,
  form?: FormState,
) {
  const cookies = requestCookies(house.deps, request)
  const context = await visitorContext(house.deps, request, cookies, page.world)
  requireAccess(context, page.route.access === 'master' ? 'member' : page.route.access)
  const rendered = await renderPage(house, page, context, form)
  rendered.cache = null
  if (form) rendered.status = errors[form.problem].status
  return sendPage(house, request, response, storedPage(rendered, 0))
}

async function servePost(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  page: PageRequest,
) {
  const cookies = requestCookies(house.deps, request)
  const context = await visitorContext(house.deps, request, cookies, page.world)
  const outcome = await handleForm(context, page.route.name, page.params, request)
  if ('redirect' in outcome) return redirect(house, response, outcome.redirect, 303, outcome.cookies)
  const form: FormState = {
    problem: outcome.problem,
    fields: outcome.fields ?? {},
    values: outcome.values ?? {},
    lists: outcome.lists ?? {},
  }
  const rendered = await renderPage(house, page, context, form)
  rendered.cache = null
  rendered.status = errors[form.problem].status
  return sendPage(house, request, response, storedPage(rendered, 0))
}

/** Renders through Astro and reads what the page says about its own caching. */
async function renderPage(
  house: House,
  page: PageRequest,
  context: Context,
  form?: FormState,
): Promise<RenderedPage> {
  const { deps } = house
  const locals: PageLocals = {
    context,
    route: page.route,
    world: worldOf(page.world),
    params: page.params,
    query: page.query,
    t: translator(page.world),
    siteUrl: deps.env.siteUrl,
    shell: await shellOf(deps, page.world),
    ...(form ? { form } : {}),
  }
  deps.metrics.renders.inc({ route: page.route.name })
  const answer = await house.renderPage(page.internalPath, locals)
  const { stop } = locals
  if (stop && 'error' in stop) throw stop.error
  if (stop) throw new ProductError(stop.code)
  const body = Buffer.from(await answer.arrayBuffer())
  const headers: Record<string, string> = { 'Content-Type': 'text/html; charset=utf-8' }
  for (const name of ['content-security-policy', 'location', 'link', 'x-robots-tag']) {
    const value = answer.headers.get(name)
    if (value) headers[name] = value
  }
  headers['x-robots-tag'] ??= answer.status === 200 ? robotsContent(page.route.robots) : 'noindex'
  const isToken = (page.route.traits as readonly string[]).includes('token')
  if (isToken) headers['Referrer-Policy'] = 'no-referrer'
  const tags = (answer.headers.get('cache-tag') ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  // Fail closed: only a plain 200 of a page the table calls cacheable, with no cookie set on the way.
  const isStorable = answer.status === 200 && page.route.cache && !answer.headers.has('set-cookie') && !form
  return { status: answer.status, headers, body, tags, cache: isStorable ? page.route.cache || null : null }
}

/** Errors of pages: rendered in the visitor's language; if even that fails, a plain built-in text. */
export async function sendError(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
  world: LiveWorld = 'en',
): Promise<void> {
  const { status } = errors[code]
  const t = translator(world)
  const retry: Record<string, string> = status === 503 ? { 'Retry-After': '30' } : {}
  try {
    const locals = {
      context: strangerContext(house.deps, world),
      shell: await shellOf(house.deps, world),
      params: {},
      query: new URLSearchParams(),
      world: worldOf(world),
      t,
      siteUrl: house.deps.env.siteUrl,
      problem: code,
      status,
    }
    const answer = await house.renderPage(status >= 500 ? '/500' : '/404', locals)
    const body = Buffer.from(await answer.arrayBuffer())
    const policy = answer.headers.get('content-security-policy')
    const headers: Record<string, string> = {
      'Content-Type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
      ...(policy ? { 'content-security-policy': policy } : {}),
      ...retry,
    }
    await sendPage(house, request, response, storedPage({ status, headers, body, tags: [], cache: null }, 0))
  } catch (error) {
    house.deps.log.error({ err: error, code }, 'error page failed')
    sendText(house, response, status, t(`errors:${code}`), retry)
  }
}

/** The last resort, and the answer to requests that are not worth a page. */
export function sendText(
  house: House,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, {
    ...securityHeaders(house.deps.env.siteUrl),
    'Content-Security-Policy': bareContentPolicy,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(text)
}

async function sendPage(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  stored: StoredPage,
) {
  const { page } = stored
  const isShared = page.cache !== null
  if (isShared && request.headers['if-none-match']?.includes(stored.etag)) {
    response.writeHead(304, {
      ETag: stored.etag,
      Vary: 'Accept-Encoding',
      'Cache-Control': sharedCacheControl,
    })
    response.end()
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined)
  const body = stored.encoded[encoding] ?? (await encodedBody(stored, encoding))
  stored.headerLists[encoding] ??= headerList(house, stored, encoding, body.length)
  response.writeHead(page.status, stored.headerLists[encoding])
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

/** Browsers ask again each time (a 304 costs nothing); the door and a CDN keep what the route row says. */
const sharedCacheControl = 'public, max-age=0, must-revalidate'

function headerList(house: House, stored: StoredPage, encoding: string, length: number): string[] {
  const { page } = stored
  const headers: Record<string, string> = {
    ...securityHeaders(house.deps.env.siteUrl),
    ...page.headers,
    Vary: 'Accept-Encoding',
    'Content-Length': String(length),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    ...(page.cache
      ? {
          ETag: stored.etag,
          'Cache-Control': sharedCacheControl,
          'CDN-Cache-Control': `max-age=${page.cache.maxAge}, stale-while-revalidate=${page.cache.swr}`,
          ...(page.tags.length > 0 ? { 'Cache-Tag': page.tags.join(',') } : {}),
        }
      : { 'Cache-Control': 'private, no-store' }),
  }
  return Object.entries(headers).flat()
}

function redirect(
  house: House,
  response: ServerResponse,
  location: string,
  status: number,
  cookies: CookieChange[] = [],
): void {
  const isSecure = isSecureSite(house.deps.env.siteUrl)
  response.writeHead(status, {
    ...securityHeaders(house.deps.env.siteUrl),
    Location: encodeLocation(location),
    'Cache-Control': status === 301 ? 'public, max-age=86400' : 'no-store',
    'Set-Cookie': cookies.map((cookie) => setCookieHeader(cookie, isSecure)),
  })
  response.end()
}

/** A Location outside ASCII is a 500 in Node; what is encoded already stays as it is. */
function encodeLocation(location: string): string {
  return encodeURI(location).replaceAll('%25', '%')
}

function redirectToLogin(house: House, response: ServerResponse, page: PageRequest): void {
  const query = page.query.toString()
  const next = localizedKey(page) + (query ? `?${query}` : '')
  redirect(house, response, url('login', { world: page.world, query: { next } }), 303)
}

/**
 * Cached pages see only the parameters their row knows, sorted, so that one page has one key; personal pages see all.
 * Both within limits, empty ones removed.
 */
export function keptQuery(route: Route, search: string): URLSearchParams {
  const kept = new URLSearchParams()
  if (search === '' || search === '?') return kept
  const given = new URLSearchParams(search.slice(0, 4096))
  const names = route.cache ? route.queryKept : [...new Set(given.keys())].slice(0, 20)
  for (const name of names) {
    for (const value of given.getAll(name).slice(0, 40).toSorted()) {
      const trimmed = value.trim().slice(0, 300)
      if (trimmed !== '') kept.append(name, trimmed)
    }
  }
  return kept
}
