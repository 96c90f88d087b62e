import { createFetch } from 'ofetch'
import { type ErrorCode, errors, type FieldErrors, ProductError } from '#shared/errors.ts'
import { slowRequestMs } from '#shared/limits.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface RequestOptions {
  query?: Readonly<Record<string, string | number>>
  body?: unknown
  signal?: AbortSignal
  /** Does not wait for a session check under way, and a 401 to it starts none (specification 4 "noValidate"). */
  noValidate?: boolean
}

/** What the transport asks of its surroundings; a page's own are in client.ts, tests bring theirs. */
export interface HttpSurroundings {
  fetch: typeof globalThis.fetch
  world: () => string
  cartToken: () => string | undefined
  csrfToken: () => string | undefined
  /** Told once when a request has been under way for 3 s (specification 9). */
  onSlow?: (request: { method: string; path: string }) => void
}

/** Decides what a 401 leads to; see session-gate.ts. */
export interface UnauthorizedGate {
  /** Resolves when no session check is under way. */
  ready: () => Promise<void>
  /** true: the session was renewed, send the request once more. */
  handleUnauthorized: (path: string, reason: ErrorCode) => Promise<boolean>
  /** Any other answer than 401: the path's count starts again. */
  handleAnswer: (path: string) => void
}

export interface Http {
  get: <T>(path: string, options?: RequestOptions) => Promise<T>
  post: <T>(path: string, body?: unknown, options?: RequestOptions) => Promise<T>
  remove: <T>(path: string, options?: RequestOptions) => Promise<T>
  setGate: (gate: UnauthorizedGate) => void
}

const versioned = /^\/v\d+\//
const cartPaths = /^\/v\d+\/(?:cart|payment-options)(?:\/|$)/
const csrfPath = '/v1/csrf'

/**
 * The transport of specification 7 and 8: same-origin `/api` with cookies, `world` on every versioned call,
 * X-CSRF-Token and X-Cart-Token, JSON both ways, no timeout, equal GETs under way share one request.
 * Rejects with ProductError: the server's code, or `unavailable` when it could not be reached. A request aborted by its
 * caller rejects with the AbortError, so that nobody takes it for a failure.
 */
export function createHttp(around: HttpSurroundings): Http {
  const send = createFetch({ fetch: around.fetch })
  const underWay = new Map<string, Promise<unknown>>()
  let gate: UnauthorizedGate | undefined

  async function headersFor(method: Method, path: string): Promise<Record<string, string>> {
    const headers: Record<string, string> = { accept: 'application/json' }
    const cartToken = cartPaths.test(path) ? around.cartToken() : undefined
    if (cartToken) headers['X-Cart-Token'] = cartToken
    if (method === 'GET') return headers
    headers['content-type'] = 'application/json; charset=utf-8'
    if (!around.csrfToken()) await attempt('GET', csrfPath, {})
    const csrfToken = around.csrfToken()
    if (csrfToken) headers['X-CSRF-Token'] = csrfToken
    return headers
  }

  /** One request, one answer; the retries are in `request`. */
  async function attempt(method: Method, path: string, options: RequestOptions): Promise<Answer> {
    const headers = await headersFor(method, path)
    const query = versioned.test(path) ? { ...options.query, world: around.world() } : options.query
    const slow = setTimeout(() => around.onSlow?.({ method, path }), slowRequestMs)
    try {
      const response = await send.raw(`/api${path}`, {
        method,
        headers,
        credentials: 'same-origin',
        ignoreResponseError: true,
        retry: false,
        ...(query && { query }),
        ...(options.body !== undefined && { body: options.body as Record<string, unknown> }),
        ...(options.signal && { signal: options.signal }),
      })
      return { status: response.status, headers: response.headers, data: response._data }
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      throw new ProductError('unavailable', { cause: error })
    } finally {
      clearTimeout(slow)
    }
  }

  async function request(method: Method, path: string, options: RequestOptions): Promise<unknown> {
    if (!options.noValidate) await gate?.ready()
    let wasRenewedForCsrf = false
    for (;;) {
      const answer = await attempt(method, path, options)
      if (answer.status !== 401) gate?.handleAnswer(path)
      if (answer.status < 400) return dataOf(answer)
      const error = errorOf(answer)
      if (error.code === 'csrf_failed' && !wasRenewedForCsrf) {
        // The refusal itself brought a fresh token cookie: once more with that.
        wasRenewedForCsrf = true
        continue
      }
      if (answer.status === 401 && !options.noValidate && (await gate?.handleUnauthorized(path, error.code)))
        continue
      throw error
    }
  }

  function get<T>(path: string, options: RequestOptions = {}): Promise<T> {
    // Somebody who may abort must not share: their abort would end the others' request, too.
    if (options.signal) return request('GET', path, options) as Promise<T>
    const key = `${path}?${JSON.stringify(options.query ?? {})}`
    const shared = underWay.get(key)
    if (shared) return shared as Promise<T>
    const fresh = request('GET', path, options).finally(() => underWay.delete(key))
    underWay.set(key, fresh)
    return fresh as Promise<T>
  }

  return {
    get,
    post: <T>(path: string, body: unknown = {}, options: RequestOptions = {}) =>
      request('POST', path, { ...options, body }) as Promise<T>,
    remove: <T>(path: string, options: RequestOptions = {}) => request('DELETE', path, options) as Promise<T>,
    setGate(given) {
      gate = given
    },
  }
}

interface Answer {
  status: number
  headers: Headers
  data: unknown
}

/** A page where data was expected (a captive portal, a proxy's own page) means the product was not reached. */
function dataOf(answer: Answer): unknown {
  if (typeof answer.data === 'string' || answer.data instanceof Blob) throw new ProductError('unavailable')
  return answer.data
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  422: 'invalid_input',
  429: 'rate_limited',
  500: 'server_error',
}

function errorOf({ status, headers, data }: Answer): ProductError {
  const told = isErrorBody(data) ? data.error : undefined
  const retryAfter = Number(headers.get('retry-after'))
  return new ProductError(told?.code ?? codeByStatus[status] ?? 'unavailable', {
    ...(told?.fields && { fields: told.fields }),
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  })
}

function isErrorBody(data: unknown): data is { error: { code: ErrorCode; fields?: FieldErrors } } {
  if (typeof data !== 'object' || data === null || !('error' in data)) return false
  const error: unknown = data.error
  if (typeof error !== 'object' || error === null || !('code' in error)) return false
  return typeof error.code === 'string' && Object.hasOwn(errors, error.code)
}
