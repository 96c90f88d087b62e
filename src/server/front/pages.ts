import type { IncomingMessage, ServerResponse } from 'node:http'
import { translator } from '#i18n/translate.ts'
import { matchAddress } from '#routing/match.ts'
import type { Route } from '#routing/routes.ts'
import { robotsContent } from '#routing/seo.ts'
import { localizedPath, url } from '#routing/url.ts'
import { type LiveWorld, worldOf } from '#routing/worlds.ts'
import { errors, ProductError } from '#shared/errors.ts'
import { requireAccess } from '../api/access.ts'
import { toProductError } from '../api/failure.ts'
import type { FormState } from '../api/form.ts'
import type { Context } from '../context.ts'
import { sendError } from './error-pages.ts'
import { handleForm } from './forms.ts'
import type { House } from './house.ts'
import { inTime } from './in-time.ts'
import type { PageLocals } from './locals.ts'
import { type RenderedPage, storedPage } from './page-cache.ts'
import { keptQuery, tidySearch } from './query.ts'
import { renderedBody } from './rendered-body.ts'
import { requestCookies, strangerContext, visitorContext } from './request.ts'
import { savedTarget } from './saved-target.ts'
import { redirect, sendPage } from './send.ts'
import { shellOf } from './shell.ts'

export interface PageRequest {
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
    const saved = target === '/' ? savedTarget(request.headers.cookie) : undefined
    if (saved !== undefined) {
      response.setHeader('Vary', 'Cookie')
      return redirect(house, response, saved, 302)
    }
    const stored = deps.pageCache.peek(target)
    if (stored) {
      deps.metrics.pageHits.count += 1
      house.visits.count(target)
      return sendPage(house, request, response, stored)
    }
  }
  const cut = target.indexOf('?')
  const pathname = cut < 0 ? target : target.slice(0, cut)
  const search = cut < 0 ? '' : target.slice(cut)
  const match = matchAddress(pathname, search)
  if (match.kind === 'redirect')
    return redirect(house, response, tidied(match.location), isRead ? match.status : 308)
  if (match.kind === 'notFound') return sendError(house, request, response, 'not_found', match.world)
  const page: PageRequest = { ...match, query: keptQuery(match.route, search) }
  try {
    if (request.method === 'POST') return await servePost(house, request, response, page)
    if (!isRead) return sendError(house, request, response, 'method_not_allowed', match.world)
    if (match.route.access === 'public' && match.route.cache)
      return await serveShared(house, request, response, page, tidySearch(match.route, search))
    return await servePersonal(house, request, response, page)
  } catch (error) {
    const { code } = toProductError(error)
    if (code === 'unauthorized') return redirectToLogin(house, response, page)
    house.outage.report(error)
    if (errors[code].report) deps.log.error({ err: error, route: match.route.name }, 'page failed')
    const goneId = code === 'gone' && match.route.name === 'material' ? Number(match.params.id) : undefined
    return sendError(house, request, response, code, match.world, goneId)
  }
}

/** Where a redirect leads, with a tidy query: one hop, not two. */
function tidied(location: string): string {
  const cut = location.indexOf('?')
  if (cut < 0) return location
  const target = matchAddress(location.slice(0, cut))
  const tidy = target.kind === 'page' ? tidySearch(target.route, location.slice(cut)) : undefined
  return tidy === undefined ? location : location.slice(0, cut) + tidy
}

/**
 * A page that is the same for everybody: from the cache, or rendered once for all who wait. `tidy` is the query it
 * should have been asked for with; only a page that exists is redirected there, so that no way is longer than one hop.
 */
async function serveShared(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  page: PageRequest,
  tidy: string | undefined,
) {
  const { deps } = house
  const query = page.query.toString()
  // Params may be percent-encoded in the request; the internal path names each page once.
  const path = localizedKey(page)
  const key = query === '' ? path : `${path}?${query}`
  hintEarly(house, request, response, page, key)
  const render = () =>
    renderPage(house, page, strangerContext(deps, page.world)).catch((error: unknown) => {
      house.outage.report(error)
      throw error
    })
  const isAway = (error: unknown) => toProductError(error).code === 'unavailable'
  const { stored, result } = await deps.pageCache.fetch(key, render, isAway)
  deps.metrics.pageCache.inc({ result })
  // A miss is what the warm-up itself brings about.
  if (result === 'hit' || result === 'stale') house.visits.count(key)
  deps.metrics.pageCacheBytes.set(deps.pageCache.bytes)
  if (tidy !== undefined && stored.page.status === 200)
    return redirect(house, response, localizedKey(page) + tidy, 301)
  return sendPage(house, request, response, stored)
}

/**
 * 103 before a page that has to be made: the browser fetches fonts, and the biggest picture of the page's last version,
 * meanwhile. A page that is ready needs no hint. Only navigations: other clients may not expect two answers.
 */
function hintEarly(
  { deps, finish }: House,
  request: IncomingMessage,
  response: ServerResponse,
  { route, world }: PageRequest,
  key: string,
) {
  if (request.headers['sec-fetch-mode'] !== 'navigate' || request.httpVersion !== '1.1') return
  const known = deps.pageCache.known(key)
  if (known?.isServable) return
  const links = known?.links ?? finish.linksOf(`${route.name} ${worldOf(world).lang}`)
  if (links.length > 0) response.writeEarlyHints({ link: [...links] })
}

function localizedKey({ route, world, params }: PageRequest): string {
  return localizedPath(route.name, world, params)
}

async function servePersonal(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  page: PageRequest,
  form?: FormState,
) {
  const cookies = requestCookies(house.deps, request)
  const context = await inTime(visitorContext(house.deps, request, cookies, page.world))
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
  if ('typed' in outcome) {
    const shown = await renderPage(house, page, context, undefined, outcome.typed)
    shown.cache = null
    return sendPage(house, request, response, storedPage(shown, 0))
  }
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

/** Shared pages are read by strangers on their first visit: they carry their styles. Others use the sheet. */
function finished(
  { finish }: House,
  { route, world }: PageRequest,
  body: Buffer,
  headers: Record<string, string>,
): { body: Buffer; links: readonly string[] } {
  const contentPolicy = headers['content-security-policy']
  const isShared = route.access === 'public' && route.cache
  const page = isShared
    ? finish.finish(body, { kind: route.name, lang: worldOf(world).lang, contentPolicy })
    : finish.finishOwn(body, contentPolicy)
  if (page.contentPolicy) headers['content-security-policy'] = page.contentPolicy
  return page
}

/** Renders through Astro and reads what the page says about its own caching. */
export async function renderPage(
  house: House,
  page: PageRequest,
  context: Context,
  form?: FormState,
  typed?: Record<string, string>,
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
    ...(typed ? { typed } : {}),
  }
  deps.metrics.renders.inc({ route: page.route.name })
  const answer = await inTime(house.renderPage(page.internalPath, locals))
  const { stop } = locals
  if (stop && 'error' in stop) throw stop.error
  if (stop) throw new ProductError(stop.code)
  const headers: Record<string, string> = { 'Content-Type': 'text/html; charset=utf-8' }
  for (const name of ['content-security-policy', 'location', 'x-robots-tag']) {
    const value = answer.headers.get(name)
    if (value) headers[name] = value
  }
  const { body, links } = finished(house, page, await renderedBody(answer), headers)
  headers['x-robots-tag'] ??= answer.status === 200 ? robotsContent(page.route.robots) : 'noindex'
  const isToken = (page.route.traits as readonly string[]).includes('token')
  if (isToken) headers['Referrer-Policy'] = 'no-referrer'
  const tags = (answer.headers.get('cache-tag') ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  // Fail closed: only a plain 200 of a page the table calls cacheable, with no cookie set on the way.
  const isStorable = answer.status === 200 && page.route.cache && !answer.headers.has('set-cookie') && !form
  return {
    status: answer.status,
    headers,
    body,
    tags,
    // Who chose a world before is led there instead.
    ...(page.route.name === 'root-landing' && { vary: 'Cookie' as const }),
    links,
    cache: isStorable ? page.route.cache || null : null,
  }
}

function redirectToLogin(house: House, response: ServerResponse, page: PageRequest): void {
  const query = page.query.toString()
  const next = localizedKey(page) + (query ? `?${query}` : '')
  redirect(house, response, url('login', { world: page.world, query: { next } }), 303)
}
