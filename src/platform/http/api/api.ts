import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context as HonoContext } from 'hono'
import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { CookieChange, RequestCookies } from '#platform/context/cookies.ts'
import type { StoredPage } from '#platform/context/page-cache.ts'
import type { RateClient } from '#platform/context/rate-limits.ts'
import { errors, isReported, ProductError } from '#platform/errors.ts'
import { maxApiBodyBytes } from '#platform/limits.ts'
import type { AnyAction, Reply, RequestFacts } from '../access/action.ts'
import { readBody } from '../access/body.ts'
import { checkCsrf, csrfPath, missingCsrfCookies } from '../access/csrf.ts'
import { errorEnvelope, isGone, toProductError, worldOfAddress } from '../access/failure.ts'
import { replayOrRun } from '../access/idempotency.ts'
import { rateLimitHeaders } from '../access/rate-limits.ts'
import { searchPoints } from '../access/search-cost.ts'
import { isForAll, sendShared, sharedAnswer, sharedKey } from '../cache/shared-answer.ts'
import { rememberAddress } from '../cache/stored-answers.ts'
import type { SharedAddresses } from '../listen/app.ts'
import { writeText } from '../send/write-text.ts'
import { clientIp, rateClientOf, requestCookies } from '../visitor/client.ts'
import { inTime } from '../visitor/in-time.ts'
import { visitorContext, worldParameter } from '../visitor/request.ts'
import { type ApiRow, apiRowsOf } from './api-rows.ts'
import { docsPage } from './docs-page.ts'
import { type OpenApiDocument, openApiDocument } from './openapi.ts'

type Env = { Bindings: HttpBindings }

/** The product API over the actions of all features, below /api. One handler shape, one way to answer and to fail. */
export function createApi(deps: Deps, actions: readonly AnyAction[], addresses: SharedAddresses): Hono<Env> {
  const endpoints = apiRowsOf(actions)
  const app = new Hono<Env>().basePath('/api')
  // Made when it is first asked for: few ask, and to make it takes 200 ms of a start.
  let made: OpenApiDocument | undefined
  const document = () => {
    made ??= openApiDocument(endpoints, deps.env.siteUrl)
    return made
  }
  app.get('/openapi.json', (c) => c.json(document()))
  app.get('/docs', (c) => c.html(docsPage(document())))
  for (const row of endpoints) {
    app.on(row.method.toUpperCase(), row.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      const made = answer(deps, row, c, addresses).catch((error: unknown) => refuse(deps, row, c, error))
      // Written only now: what comes too late must not meet the refusal that was sent instead.
      const done = await (row.method === 'get' && !row.hasOwnLimits ? inTime(made) : made)
      return done instanceof Response ? done : respond(deps, c, done)
    })
  }
  const methodsByPath = Map.groupBy(endpoints, (row) => row.path.replace(/\{(\w+)\}/g, ':$1'))
  for (const [path, rows] of methodsByPath) {
    const allow = [
      ...new Set(rows.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))),
    ]
    // Only the others: a call that two handlers answer to takes a longer way through the router.
    const others = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => !allow.includes(method))
    app.on(others, path, (c) =>
      failure(deps, c, new ProductError('method_not_allowed'), { extra: { Allow: allow.join(', ') } }),
    )
  }
  app.notFound((c) => failure(deps, c as HonoContext<Env>, new ProductError('not_found')))
  app.onError((error, c) => failure(deps, c as HonoContext<Env>, error))
  return app
}

interface Answered {
  requestId: string
  reply: Reply<unknown>
  /** The answer instead, where everybody gets the same. */
  stored?: StoredPage
  cookies: CookieChange[]
  extra: Record<string, string>
}

async function answer(
  deps: Deps,
  row: ApiRow,
  c: HonoContext<Env>,
  addresses: SharedAddresses,
): Promise<Answered> {
  const request = c.env.incoming
  const ip = clientIp(request, deps.env.trustedProxies)
  const isOpen = row.bodyKind === 'webhook' || row.isOpen
  const cookies = isOpen ? {} : requestCookies(deps, request)
  const client = rateClientOf(deps, request)
  const points = row.rate === 'search' ? searchPoints(request.url ?? '') : 1
  const take = async (who: RateClient) =>
    deps.env.rateLimits ? rateLimitHeaders(await deps.rateLimits.consume(row.rate, who, points)) : {}
  // A caller with credentials and without a device pays when it is known whether they are an account's.
  const paysLater = !isOpen && client.own === undefined && hasCredentials(request, cookies)
  let extra = paysLater ? {} : await take(client)
  if (!isOpen) checkCsrf({ method: request.method ?? 'GET', headers: request.headers, cookies }, deps.env)
  const query = listedValues(searchOf(request.url ?? ''))
  const body = await readInput(row, request)
  const bodyWorld = isRecord(body) && typeof body.world === 'string' ? body.world : undefined
  const world = worldParameter(query.world ?? bodyWorld)
  const facts: RequestFacts = { headers: request.headers, body: request, ip, params: {} }
  if (isForAll(deps, row, request, cookies)) {
    const input = row.inputOf({ params: c.req.param(), query, body })
    const stored = await sharedAnswer(deps, row, { world, input, facts })
    if (row.method === 'get')
      rememberAddress(addresses, request.url ?? '/', {
        key: sharedKey(row, { world, input }),
        rate: row.rate,
      })
    return { requestId: randomUUID(), reply: {}, stored, cookies: [], extra }
  }
  const context =
    row.bodyKind === 'webhook'
      ? strangerContext(deps, world)
      : await visitorContext(deps, request, cookies, world, row.takesForms).catch(async (error) => {
          if (paysLater) await take(client)
          throw error
        })
  if (paysLater) extra = await take(context.rateClient)
  row.authorize(context)
  const input = row.inputOf({ params: c.req.param(), query, body })
  const run = (own: Context) => row.answer(own, input, facts)
  const reply = row.once
    ? await replayOrRun({ context, row, input, run }, idempotencyKey(request))
    : await run(context)
  if (deps.env.mode === 'test' && reply.data !== undefined) row.output.parse(reply.data)
  // Reading needs no token: it is given where one asks for it, and with every cookie, for a caller with cookies needs it next.
  const needsToken = row.path === csrfPath || (reply.cookies ?? []).length > 0
  const tokens = needsToken ? missingCsrfCookies(withChanges(cookies, reply.cookies), deps.env.secret) : []
  return {
    requestId: context.requestId,
    reply,
    cookies: [...(reply.cookies ?? []), ...tokens],
    extra,
  }
}

function hasCredentials({ headers }: IncomingMessage, { session }: RequestCookies): boolean {
  return headers.authorization !== undefined || session !== undefined
}

/** The csrf token is bound to the session: after a login it must fit the new one. */
function withChanges(cookies: Record<string, string | undefined>, changes: CookieChange[] | undefined) {
  const next = { ...cookies }
  for (const { name, value, maxAgeSeconds } of changes ?? [])
    next[name] = maxAgeSeconds > 0 ? value : undefined
  return next
}

async function respond(deps: Deps, c: HonoContext<Env>, answered: Answered): Promise<Response> {
  const { requestId, reply, stored, cookies, extra } = answered
  if (stored) {
    const headers = { 'X-Robots-Tag': 'noindex', ...extra, 'X-Request-Id': requestId }
    await sendShared(c.env.outgoing as ServerResponse, c.env.incoming, stored, headers)
    return RESPONSE_ALREADY_SENT
  }
  const setCookies = cookies.map(deps.cookies.setHeader)
  const shared = {
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
    ...extra,
    ...reply.headers,
    'X-Request-Id': requestId,
  }
  if (reply.stream === undefined && reply.data !== undefined)
    return writeText(c.env.outgoing as ServerResponse, {
      status: reply.status ?? 200,
      headers: { ...shared, 'Content-Type': 'application/json; charset=utf-8' },
      setCookies,
      text: JSON.stringify(reply.data),
    })
  const headers = new Headers(shared)
  for (const each of setCookies) headers.append('Set-Cookie', each)
  const status = reply.status ?? (reply.stream === undefined ? 204 : 200)
  if (reply.stream instanceof Readable) {
    return new Response(Readable.toWeb(reply.stream) as ReadableStream, { status, headers })
  }
  if (reply.stream) return new Response(new Uint8Array(reply.stream), { status, headers })
  return new Response(null, { status, headers })
}

/** A refusal in the form its call has; anything else stays an error. */
function refuse(deps: Deps, { refusalStatus }: ApiRow, c: HonoContext<Env>, error: unknown): Response {
  const { code } = toProductError(error)
  const isVerdict = errors[code] === 401 || errors[code] === 403
  if (refusalStatus === undefined || !isVerdict) throw error
  return failure(deps, c, error, { refusalStatus })
}

/** The one place where an error of the API becomes a response. */
function failure(
  deps: Deps,
  c: HonoContext<Env>,
  error: unknown,
  { extra = {}, refusalStatus }: { extra?: Record<string, string>; refusalStatus?: 401 } = {},
): Response {
  const known = toProductError(error)
  deps.outage.report(error)
  const status = refusalStatus ?? errors[known.code]
  if (isGone(c.env.outgoing)) deps.log.info({ path: c.req.path }, 'client gone')
  else if (isReported(known.code))
    deps.log.error({ err: error, path: c.req.path, code: known.code }, 'api call failed')
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex', ...extra })
  headers.set('Content-Type', 'application/json; charset=utf-8')
  const retryAfter = known.retryAfterSeconds ?? (status === 503 ? 10 : undefined)
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter))
  // A client whose csrf cookie is missing or old gets the right one with the refusal, and simply tries again.
  const cookies =
    known.code === 'csrf_failed'
      ? missingCsrfCookies(requestCookies(deps, c.env.incoming), deps.env.secret)
      : []
  for (const cookie of cookies) headers.append('Set-Cookie', deps.cookies.setHeader(cookie))
  return new Response(errorEnvelope(known, worldOfAddress(c.req.url), refusalStatus && known.code), {
    status,
    headers,
  })
}

async function readInput(row: ApiRow, request: IncomingMessage): Promise<unknown> {
  if (row.bodyKind === 'raw' || row.bodyKind === 'webhook' || row.body === undefined) return undefined
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  const type = request.headers['content-type'] ?? ''
  const isForm = row.takesForms === true && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)
  if (!isForm && !/^application\/json\s*(;|$)/i.test(type)) throw new ProductError('unsupported_media_type')
  const bytes = await readBody(request, maxApiBodyBytes)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return isForm ? listedValues(new URLSearchParams(text)) : JSON.parse(text)
  } catch (cause) {
    throw new ProductError('malformed_request', { cause })
  }
}

function searchOf(target: string): URLSearchParams {
  const [path = ''] = target.split('#', 1)
  const cut = path.indexOf('?')
  return new URLSearchParams(cut < 0 ? '' : path.slice(cut))
}

/** Repeated parameters become lists; nothing becomes a prototype. */
function listedValues(given: URLSearchParams): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of given) {
    const before = found[name]
    found[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return found
}

function idempotencyKey(request: IncomingMessage): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > 255)
    throw new ProductError('malformed_request')
  return key
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
