import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Context, strangerContext } from '#platform/context/context.ts'
import type { RenderedPage } from '#platform/context/page-cache.ts'
import { errors, isReported, ProductError } from '#platform/errors.ts'
import { translator } from '#platform/i18n/translate.ts'
import { matchAddress } from '#platform/routing/match.ts'
import { robotsContent } from '#platform/routing/seo.ts'
import { localizedPath, url } from '#platform/routing/url.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { unstorableTexts } from '#platform/rules/contract/text.ts'
import { requireAccess } from '../access/access.ts'
import { factsOf } from '../access/authorize.ts'
import { isGone, toProductError } from '../access/failure.ts'
import { searchPoints } from '../access/search-cost.ts'
import { storedPage } from '../cache/page-cache.ts'
import { normalizedQuery, tidySearch } from '../cache/query.ts'
import { renderedBody } from '../cache/rendered-body.ts'
import { countersOn } from '../cache/views.ts'
import type { FormState } from '../form/form-state.ts'
import { answerForm } from '../form/page-forms.ts'
import type { App } from '../listen/app.ts'
import { redirect } from '../send/send.ts'
import { actingOf, actsNow } from '../visitor/acting.ts'
import { rateClientOf, requestCookies } from '../visitor/client.ts'
import { inTime } from '../visitor/in-time.ts'
import { visitorContext } from '../visitor/request.ts'
import { savedTarget } from '../visitor/saved-target.ts'
import { sendError } from './error-pages.ts'
import type { PageLocals } from './locals.ts'
import type { PageRequest } from './page-request.ts'
import { sendPage } from './send-body.ts'

/** Answers every address that is a page, a redirect to one, or nothing. */
export async function servePage(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { deps } = app
  const target = request.url ?? '/'
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const claimsToAct = requestCookies(deps, request).acting !== undefined
  if (isRead && !claimsToAct) {
    const saved = target === '/' ? savedTarget(request.headers.cookie) : undefined
    if (saved !== undefined) {
      response.setHeader('Vary', 'Cookie')
      return redirect(app, response, saved, 302)
    }
    const stored = deps.pageCache.peek(target)
    if (stored) {
      deps.metrics.pageHits.count += 1
      return sendPage(app, request, response, stored)
    }
  }
  const cut = target.indexOf('?')
  const pathname = cut < 0 ? target : target.slice(0, cut)
  const search = cut < 0 ? '' : target.slice(cut)
  const match = matchAddress(pathname, search)
  if (match.kind === 'redirect')
    return await serveMoved(app, request, response, match.location, isRead ? match.status : 308)
  if (match.kind === 'notFound') return sendError(app, request, response, 'not_found', match.world)
  const page: PageRequest = { ...match, query: normalizedQuery(match.route, search) }
  if (unstorableTexts([match.params, [...page.query]]).length > 0)
    return sendError(app, request, response, 'malformed_request', match.world)
  try {
    if (request.method === 'POST') return await servePost(app, request, response, page)
    if (!isRead) return sendError(app, request, response, 'method_not_allowed', match.world)
    // Login-as shows its banner on every page, so no page comes from the cache.
    const isActing = claimsToAct && (await actsNow(deps, request))
    if (match.route.access === 'public' && match.route.cache && !isActing)
      return await serveShared(app, request, response, page, goalOf(page, search))
    return await servePersonal(app, request, response, page)
  } catch (error) {
    return answerFailure(app, request, response, page, error)
  }
}

function answerFailure(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  page: PageRequest,
  error: unknown,
) {
  const { log, outage } = app.deps
  const { route, params, world } = page
  if (isGone(response)) return void log.info({ route: route.name }, 'client gone')
  const { code, retryAfterSeconds } = toProductError(error)
  if (code === 'unauthorized') return redirectToLogin(app, response, page)
  if (code === 'second_factor_missing')
    return redirect(app, response, `${url('security', { world })}#required`, 303)
  outage.report(error)
  if (isReported(code)) log.error({ err: error, route: route.name }, 'page failed')
  const goneId = code === 'gone' && route.name === 'material' ? Number(params.id) : undefined
  return sendError(app, request, response, code, world, { goneId, retryAfterSeconds })
}

/** Where a page should have been asked for, when its query is not tidy. */
function goalOf(page: PageRequest, search: string): string | undefined {
  const tidy = tidySearch(page.route, search)
  return tidy === undefined ? undefined : localizedKey(page) + tidy
}

/**
 * An address in other words than the world's own. What stands there may have moved, too (to another world, to another
 * title): who looks first sends everybody there in one hop.
 */
async function serveMoved(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  location: string,
  status: number,
): Promise<void> {
  const cut = location.indexOf('?')
  const search = cut < 0 ? '' : location.slice(cut)
  const match = matchAddress(cut < 0 ? location : location.slice(0, cut))
  if (match.kind !== 'page') return redirect(app, response, location, status)
  const page = { ...match, query: normalizedQuery(match.route, search) }
  const goal = goalOf(page, search) ?? location
  if (status !== 301 || match.route.access !== 'public' || !match.route.cache)
    return redirect(app, response, goal, status)
  try {
    await serveShared(app, request, response, page, goal)
  } catch {
    // The target page reports its own errors.
    redirect(app, response, goal, status)
  }
}

/**
 * A page that is the same for everybody: from the cache, or rendered once for all who wait. `goal` is where it should
 * have been asked for; only a page that exists is redirected there, so that no way is longer than one hop.
 */
async function serveShared(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  page: PageRequest,
  goal: string | undefined,
) {
  const { deps } = app
  const query = page.query.toString()
  // Params may be percent-encoded in the request; the internal path names each page once.
  const path = localizedKey(page)
  const key = query === '' ? path : `${path}?${query}`
  const known = deps.pageCache.known(key)
  if (!known?.isServable) {
    if (query !== '') await payForMaking(deps, request)
    hintEarly(app, request, response, page, known?.links)
  }
  const render = () =>
    renderPage(app, page, strangerContext(deps, page.world)).catch((error: unknown) => {
      app.deps.outage.report(error)
      throw error
    })
  const isAway = (error: unknown) => toProductError(error).code === 'unavailable'
  const { stored, result } = await deps.pageCache.fetch(key, render, isAway)
  deps.metrics.pageCache.inc({ result })
  if (goal !== undefined && stored.page.status === 200) return redirect(app, response, goal, 301)
  return sendPage(app, request, response, stored)
}

/**
 * A page that has to be made for its query costs as much as a search by API, and comes from the same allowance. What is
 * stored is free, and so are pages without a query: there are only so many of them.
 */
async function payForMaking(deps: App['deps'], request: IncomingMessage): Promise<void> {
  if (deps.env.rateLimits)
    await deps.rateLimits.consume('search', rateClientOf(deps, request), searchPoints(request.url ?? ''))
}

/** Before a page that has to be made: the browser fetches styles and fonts, and what the page's last version named, meanwhile. */
function hintEarly(
  { hints }: App,
  request: IncomingMessage,
  response: ServerResponse,
  page: PageRequest,
  links: readonly string[] | undefined,
): void {
  hints.send(request, response, links ?? hints.of(hintKey(page)))
}

function localizedKey({ route, world, params }: PageRequest): string {
  return localizedPath(route.name, world, params)
}

async function servePersonal(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  page: PageRequest,
  form?: FormState,
) {
  const cookies = requestCookies(app.deps, request)
  const context = await inTime(visitorContext(app.deps, request, cookies, page.world))
  requireAccess(context, page.route.access)
  const rendered = await renderPage(app, page, context, form)
  rendered.cache = null
  if (form) rendered.status = errors[form.problem]
  return sendPage(app, request, response, storedPage(rendered, 0))
}

async function servePost(app: App, request: IncomingMessage, response: ServerResponse, page: PageRequest) {
  const cookies = requestCookies(app.deps, request)
  const visitor = await visitorContext(app.deps, request, cookies, page.world)
  const query = new URLSearchParams((request.url ?? '').split('?')[1])
  const post = { route: page.route, params: page.params, query, request }
  const { outcome, context } = await answerForm(visitor, app.forms, post)
  if ('redirect' in outcome) return redirect(app, response, outcome.redirect, 303, outcome.cookies)
  if ('typed' in outcome) {
    const shown = await renderPage(app, page, context, undefined, outcome)
    shown.cache = null
    return sendPage(app, request, response, storedPage(shown, 0))
  }
  const form: FormState = {
    problem: outcome.problem,
    fields: outcome.fields ?? {},
    entry: outcome.entry,
    values: outcome.values ?? {},
    lists: outcome.lists ?? {},
    intent: outcome.intent ?? null,
  }
  const rendered = await renderPage(app, page, context, form)
  rendered.cache = null
  rendered.status = errors[form.problem]
  if (outcome.retryAfterSeconds) rendered.headers['Retry-After'] = String(outcome.retryAfterSeconds)
  for (const cookie of outcome.cookies ?? [])
    response.appendHeader('Set-Cookie', app.deps.cookies.setHeader(cookie))
  return sendPage(app, request, response, storedPage(rendered, 0))
}

/** Pages of one route in one language need the same styles and fonts. */
function hintKey({ route, world }: Pick<PageRequest, 'route' | 'world'>): string {
  return `${route.name} ${worldOf(world).lang}`
}

/** Renders through Astro and reads what the page says about its own caching. */
export async function renderPage(
  app: App,
  page: PageRequest,
  context: Context,
  form?: FormState,
  done?: Pick<PageLocals, 'typed' | 'result'>,
): Promise<RenderedPage> {
  const { deps } = app
  const links: string[] = []
  const locals: PageLocals = {
    context,
    facts: factsOf(context),
    route: page.route,
    world: worldOf(page.world),
    params: page.params,
    query: page.query,
    t: translator(page.world),
    siteUrl: deps.env.siteUrl,
    ...(await deps.pageFrame.everyPage(context, page.world, page.route.name)),
    links,
    ...(form ? { form } : {}),
    ...(done ? { typed: done.typed, result: done.result } : {}),
    ...(page.isMirror && { isMirror: true }),
    ...actingOf(context),
  }
  deps.metrics.renders.inc({ route: page.route.name })
  const answer = await inTime(app.renderPage(page.internalPath, locals))
  const { stop } = locals
  if (stop && 'error' in stop) throw stop.error
  if (stop) throw new ProductError(stop.code)
  const headers: Record<string, string> = { 'Content-Type': 'text/html; charset=utf-8' }
  const passed = ['content-security-policy', 'Permissions-Policy', 'location', 'refresh', 'x-robots-tag']
  for (const name of passed) if (answer.headers.has(name)) headers[name] = answer.headers.get(name) ?? ''
  const body = await renderedBody(answer)
  app.hints.note(hintKey(page), links)
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
    ...countersOn(app, page, answer.status),
    cache: isStorable ? page.route.cache || null : null,
  }
}

function redirectToLogin(app: App, response: ServerResponse, page: PageRequest): void {
  const query = page.query.toString()
  const next = localizedKey(page) + (query ? `?${query}` : '')
  response.setHeader('X-Robots-Tag', robotsContent(page.route.robots))
  redirect(app, response, url('login', { world: page.world, query: { next } }), 303)
}
