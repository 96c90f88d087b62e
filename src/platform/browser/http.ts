import { createFetch } from 'ofetch'
import { type ErrorCode, type FieldErrors, ProductError } from '#platform/errors.ts'
import { slowRequestMs } from '#platform/limits.ts'
import { isChange, partsOf } from '#platform/rules/web/session.ts'

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
  /** Told once when a request has been under way for 3 s (specification 9); `over` settles when it ends. */
  onSlow?: (request: { method: string; path: string; over: Promise<void> }) => void
}

/** What the session says to a call; see session-gate.ts. */
export interface SessionGate {
  /** Resolves when the call may go out. @throws ProductError('unauthorized') when the session turns out to be over */
  ready: (call: { path: string; noValidate: boolean; isChange: boolean }) => Promise<void>
  /** The token to send, when there is a valid one. */
  bearer: () => string | undefined
  /** true: the session was renewed, send the request once more. */
  handleUnauthorized: (answer: {
    path: string
    /** With the query: 401s are counted by it. */
    url: string
    reason: ErrorCode
    /** What was sent. */
    bearer: string | undefined
    isChange: boolean
  }) => Promise<boolean>
  /** The server wants the terms accepted first. true: they are now, send the request once more. */
  handleTerms: (isChange: boolean) => Promise<boolean>
  /** Any other answer than 401: the URL's count starts again. */
  handleAnswer: (url: string) => void
}

export interface Http {
  get: <T>(path: string, options?: RequestOptions) => Promise<T>
  post: <T>(path: string, body?: unknown, options?: RequestOptions) => Promise<T>
  remove: <T>(path: string, options?: RequestOptions) => Promise<T>
  setGate: (gate: SessionGate) => void
}

const csrfPath = '/v1/csrf'

/**
 * The transport of specification 7 and 8: `/api` with cookies, `world` on every versioned call but partners', the bearer
 * when it is valid, X-CSRF-Token and X-Cart-Token, JSON in UTF-8 unless files go up, no timeout, equal GETs under way share
 * one request, and of an answer only its data.
 * Rejects with ProductError: the server's code, or `unavailable` when it could not be reached. A request aborted by its
 * caller rejects with the AbortError, so that nobody takes it for a failure.
 */
export function createHttp(around: HttpSurroundings): Http {
  const send = createFetch({ fetch: around.fetch })
  const underWay = new Map<string, Promise<unknown>>()
  let gate: SessionGate | undefined

  async function headersFor(call: Call): Promise<Record<string, string>> {
    const { cartToken, bearer } = partsOf(call.path)
    const headers: Record<string, string> = { accept: 'application/json' }
    const token = bearer ? gate?.bearer() : undefined
    if (token) headers.authorization = `Bearer ${token}`
    const cart = cartToken ? around.cartToken() : undefined
    if (cart) headers['X-Cart-Token'] = cart
    if (call.method === 'GET') return headers
    // The browser itself writes the type of a form with files, which names its boundary.
    if (!(call.options.body instanceof FormData)) headers['content-type'] = 'application/json; charset=utf-8'
    if (!around.csrfToken()) await attempt(csrfCall, await headersFor(csrfCall))
    const csrfToken = around.csrfToken()
    if (csrfToken) headers['X-CSRF-Token'] = csrfToken
    return headers
  }

  /** One request, one answer; the retries are in `request`. */
  async function attempt({ method, path, options }: Call, headers: Record<string, string>): Promise<Answer> {
    const query = partsOf(path).world ? { ...options.query, world: around.world() } : options.query
    let end = () => {}
    const over = new Promise<void>((resolve) => {
      end = resolve
    })
    const slow = setTimeout(() => around.onSlow?.({ method, path, over }), slowRequestMs)
    try {
      const response = await send.raw(`/api${path}`, {
        method,
        headers,
        credentials: 'include',
        ignoreResponseError: true,
        retry: false,
        // What was pressed arrives, also when the page is left at once. Browsers refuse it for what is large: files.
        ...(method !== 'GET' && !(options.body instanceof FormData) && { keepalive: true }),
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
      end()
    }
  }

  async function request(method: Method, path: string, options: RequestOptions): Promise<unknown> {
    const call: Call = { method, path, options }
    const url = urlOf(path, options)
    const isForChange = isChange(method, path)
    const noValidate = options.noValidate === true
    await abortable(gate?.ready({ path, noValidate, isChange: isForChange }), options.signal)
    let wasRenewedForCsrf = false
    let wasAskedForTerms = false
    for (;;) {
      const headers = await headersFor(call)
      const answer = await attempt(call, headers)
      if (answer.status !== 401) gate?.handleAnswer(url)
      if (answer.status < 400) return dataOf(answer)
      const error = errorOf(answer)
      if (error.code === 'csrf_failed' && !wasRenewedForCsrf) {
        // The refusal itself brought a fresh token cookie: once more with that.
        wasRenewedForCsrf = true
        continue
      }
      if (options.noValidate || gate === undefined) throw error
      if (error.code === 'terms_not_accepted' && !wasAskedForTerms) {
        wasAskedForTerms = true
        if (await abortable(gate.handleTerms(isForChange), options.signal)) continue
        throw error
      }
      const bearer = headers.authorization?.slice('Bearer '.length)
      const refused = { path, url, reason: error.code, bearer, isChange: isForChange }
      if (answer.status === 401 && (await abortable(gate.handleUnauthorized(refused), options.signal)))
        continue
      throw error
    }
  }

  function get<T>(path: string, options: RequestOptions = {}): Promise<T> {
    // Somebody who may abort must not share: their abort would end the others' request, too.
    if (options.signal) return request('GET', path, options) as Promise<T>
    const key = `${urlOf(path, options)} ${options.noValidate ?? false}`
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

interface Call {
  method: Method
  path: string
  options: RequestOptions
}

const csrfCall: Call = { method: 'GET', path: csrfPath, options: { noValidate: true } }

/** What 401s are counted by and equal calls are known by. */
function urlOf(path: string, { query }: RequestOptions): string {
  return query ? `${path}?${JSON.stringify(query)}` : path
}

/** Who is cancelled while the session is looked at does not wait for it; the others do. */
async function abortable<T>(
  waiting: Promise<T> | undefined,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  if (!signal || !waiting) return waiting
  signal.throwIfAborted()
  let cancel = () => {}
  const cancelled = new Promise<never>((_, reject) => {
    cancel = () => reject(signal.reason)
  })
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await Promise.race([waiting, cancelled])
  } finally {
    signal.removeEventListener('abort', cancel)
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
  const refusal = isErrorBody(data) ? data.error : undefined
  const retryAfter = Number(headers.get('retry-after'))
  return new ProductError(refusal?.code ?? codeByStatus[status] ?? 'unavailable', {
    ...(refusal?.fields && { fields: refusal.fields }),
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  })
}

/** The table of codes stays on the server (0.8 kB of each page with stores): a body of this form is the product's own. */
function isErrorBody(data: unknown): data is { error: { code: ErrorCode; fields?: FieldErrors } } {
  if (typeof data !== 'object' || data === null || !('error' in data)) return false
  const error: unknown = data.error
  if (typeof error !== 'object' || error === null || !('code' in error)) return false
  return typeof error.code === 'string' && /^\w+$/.test(error.code)
}
