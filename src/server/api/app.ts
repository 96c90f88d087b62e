import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context as HonoContext } from 'hono'
import { translator } from '#i18n/translate.ts'
import type { LiveWorld } from '#routing/worlds.ts'
import { errors, ProductError } from '#shared/errors.ts'
import { maxApiBodyBytes } from '#shared/limits.ts'
import type { Context, Deps } from '../context.ts'
import { inTime } from '../front/in-time.ts'
import {
  clientIp,
  readBody,
  requestCookies,
  strangerContext,
  visitorContext,
  worldParameter,
} from '../front/request.ts'
import { requireAccess, requireTerms } from './access.ts'
import { isSecureSite, setCookieHeader } from './cookies.ts'
import { checkCsrf, missingCsrfCookies } from './csrf.ts'
import { docsPage } from './docs-page.ts'
import type { CookieChange, Endpoint, Reply } from './endpoint.ts'
import { toProductError } from './failure.ts'
import { replayOrRun } from './idempotency.ts'
import { openApiDocument } from './openapi.ts'
import { networkOf, rateLimitHeaders } from './rate-limits.ts'
import { csrfEndpoint, endpoints } from './table.ts'
import { fieldErrors } from './validation.ts'

type Env = { Bindings: HttpBindings }

/** The product API over the rows of table.ts, below /api. One handler shape, one way to answer and to fail. */
export function createApi(deps: Deps): Hono<Env> {
  const app = new Hono<Env>().basePath('/api')
  const document = openApiDocument(endpoints, deps.env.siteUrl)
  app.get('/openapi.json', (c) => c.json(document))
  app.get('/docs', (c) => c.html(docsPage(document)))
  for (const row of endpoints) {
    app.on(row.method.toUpperCase(), row.path.replace(/\{(\w+)\}/g, ':$1'), (c) =>
      row.method === 'get' ? inTime(answer(deps, row, c)) : answer(deps, row, c),
    )
  }
  const methodsByPath = Map.groupBy(endpoints, (row) => row.path.replace(/\{(\w+)\}/g, ':$1'))
  for (const [path, rows] of methodsByPath) {
    const allow = [
      ...new Set(rows.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))),
    ]
    app.all(path, (c) =>
      failure(deps, c, new ProductError('method_not_allowed'), { Allow: allow.join(', ') }),
    )
  }
  app.notFound((c) => failure(deps, c as HonoContext<Env>, new ProductError('not_found')))
  app.onError((error, c) => failure(deps, c as HonoContext<Env>, error))
  return app
}

async function answer(deps: Deps, row: Endpoint, c: HonoContext<Env>): Promise<Response> {
  const request = c.env.incoming
  const ip = clientIp(request, deps.env.trustedProxies)
  const cookies = row.bodyKind === 'webhook' ? {} : requestCookies(deps, request)
  const rate = deps.env.rateLimits ? await deps.rateLimits.consume(row.rate, networkOf(ip)) : undefined
  if (row.bodyKind !== 'webhook')
    checkCsrf({ method: request.method ?? 'GET', headers: request.headers, cookies }, deps.env)
  const query = queryObject(c.req.url)
  const body = await readInput(row, request)
  const bodyWorld = isRecord(body) && typeof body.world === 'string' ? body.world : undefined
  const world = worldParameter(query.world ?? bodyWorld)
  const context =
    row.bodyKind === 'webhook'
      ? strangerContext(deps, world)
      : await visitorContext(deps, request, cookies, world)
  requireAccess(context, row.access)
  requireTerms(context, row.terms)
  const input = {
    params: parse(row.params, c.req.param(), 'not_found'),
    query: parse(row.query, query, 'invalid_input'),
    body: parse(row.body, body, 'invalid_input'),
    raw: { headers: request.headers, body: request as Readable, ip },
  }
  const run = () => row.handler(context, input as Parameters<Endpoint['handler']>[1])
  const reply = row.idempotent
    ? await replayOrRun(context, row.path, idempotencyKey(request), input.body, run)
    : await run()
  if (deps.env.mode === 'test' && reply.data !== undefined) row.output.parse(reply.data)
  // Reading needs no token: it is given where one asks for it, and whenever the session it is bound to changes.
  const needsToken = row.path === csrfEndpoint.path || reply.cookies?.some(({ name }) => name === 'session')
  const tokens = needsToken ? missingCsrfCookies(withChanges(cookies, reply.cookies), deps.env.secret) : []
  return respond(
    deps,
    context,
    reply,
    [...(reply.cookies ?? []), ...tokens],
    rate ? rateLimitHeaders(rate) : {},
  )
}

/** The csrf token is bound to the session: after a login it must fit the new one. */
function withChanges(cookies: Record<string, string | undefined>, changes: CookieChange[] | undefined) {
  const next = { ...cookies }
  for (const { name, value, maxAgeSeconds } of changes ?? [])
    next[name] = maxAgeSeconds > 0 ? value : undefined
  return next
}

function respond(
  deps: Deps,
  context: Context,
  reply: Reply<unknown>,
  cookies: CookieChange[],
  extra: Record<string, string>,
): Response {
  const headers = new Headers({
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
    ...extra,
    ...reply.headers,
  })
  headers.set('X-Request-Id', context.requestId)
  for (const cookie of cookies)
    headers.append('Set-Cookie', setCookieHeader(cookie, isSecureSite(deps.env.siteUrl)))
  const status = reply.status ?? (reply.data === undefined && reply.stream === undefined ? 204 : 200)
  if (reply.stream instanceof Readable) {
    return new Response(Readable.toWeb(reply.stream) as ReadableStream, { status, headers })
  }
  if (reply.stream) return new Response(new Uint8Array(reply.stream), { status, headers })
  if (reply.data === undefined) return new Response(null, { status, headers })
  headers.set('Content-Type', 'application/json; charset=utf-8')
  return new Response(JSON.stringify(reply.data), { status, headers })
}

/** The one place where an error of the API becomes a response. */
function failure(
  deps: Deps,
  c: HonoContext<Env>,
  error: unknown,
  extra: Record<string, string> = {},
): Response {
  const known = toProductError(error)
  const { status, report } = errors[known.code]
  if (report) deps.log.error({ err: error, path: c.req.path, code: known.code }, 'api call failed')
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex', ...extra })
  headers.set('Content-Type', 'application/json; charset=utf-8')
  const retryAfter = known.retryAfterSeconds ?? (status === 503 ? 10 : undefined)
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter))
  // A client whose csrf cookie is missing or old gets the right one with the refusal, and simply tries again.
  const cookies =
    known.code === 'csrf_failed'
      ? missingCsrfCookies(requestCookies(deps, c.env.incoming), deps.env.secret)
      : []
  for (const cookie of cookies)
    headers.append('Set-Cookie', setCookieHeader(cookie, isSecureSite(deps.env.siteUrl)))
  const message = translator(worldOfUrl(c.req.url))(`errors:${known.code}`)
  const body = { error: { code: known.code, message, ...(known.fields ? { fields: known.fields } : {}) } }
  return new Response(JSON.stringify(body), { status, headers })
}

function worldOfUrl(address: string): LiveWorld {
  try {
    return worldParameter(new URL(address).searchParams.get('world'))
  } catch {
    return 'de'
  }
}

async function readInput(row: Endpoint, request: IncomingMessage): Promise<unknown> {
  if (row.bodyKind === 'raw' || row.bodyKind === 'webhook' || row.body === undefined) return undefined
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new ProductError('unsupported_media_type')
  const bytes = await readBody(request, maxApiBodyBytes)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new ProductError('malformed_request', { cause })
  }
}

function parse(schema: Endpoint['body'], value: unknown, code: 'not_found' | 'invalid_input'): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  if (code === 'not_found') throw new ProductError('not_found')
  throw new ProductError('invalid_input', { fields: fieldErrors(result.error) })
}

/** Repeated parameters become lists; nothing becomes a prototype. */
function queryObject(address: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URL(address).searchParams) {
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
