/** A page and its server for unit tests: cookies, storage, address and answers, without a browser. */
export interface FakeCall {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: unknown
}

type Answer =
  | { status?: number; data?: unknown; headers?: Record<string, string>; cookie?: string }
  | 'offline'
export type Handler = (call: FakeCall) => Answer | Promise<Answer>

export interface FakePage {
  calls: FakeCall[]
  /** `'GET /v1/cart/view'` -> what it answers. */
  routes: Record<string, Handler>
  cookies: Map<string, string>
  /** `data-world` and `data-traits` of the page. */
  dataset: Record<string, string>
  reloads: number
  /** Where the page was sent. */
  assigned: string[]
  globals: Record<string, unknown>
  /** What was called, in order: `POST /v1/cart/items`. */
  log: () => string[]
  /** Closes the page: its line to other tabs, and what is under way, so that no timer of it is left for the next test. */
  leave: () => Promise<void>
}

export function fakePage(path = '/de/material/1/brueche'): FakePage {
  const cookies = new Map<string, string>([['csrf', 'token']])
  const openWindow = new EventTarget()
  const left = later<Answer>()
  const page: FakePage = {
    calls: [],
    routes: {},
    cookies,
    dataset: {},
    reloads: 0,
    assigned: [],
    globals: {},
    log: () => page.calls.map((call) => `${call.method} ${call.path}`),
    async leave() {
      left.resolve('offline')
      openWindow.dispatchEvent(new Event('pagehide'))
      await new Promise((resolve) => setTimeout(resolve, 10))
    },
  }
  const fakeDocument = Object.assign(new EventTarget(), {
    querySelector: () => ({ dataset: page.dataset }),
  })
  Object.defineProperty(fakeDocument, 'cookie', {
    get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    set: (text: string) => setCookie(cookies, text),
  })
  const sessionStorage = fakeStorage()
  // A session that was looked at a moment ago; of a stranger's page it is not used.
  sessionStorage.setItem(
    'token',
    JSON.stringify({ value: 'tab', scope: 'full', validUntil: Date.now() + 3_600_000 }),
  )
  page.globals = {
    document: fakeDocument,
    addEventListener: openWindow.addEventListener.bind(openWindow),
    location: {
      pathname: path,
      search: '',
      reload: () => page.reloads++,
      assign: (address: string) => void page.assigned.push(address),
    },
    localStorage: fakeStorage(),
    sessionStorage,
    fetch: (input: string, init: RequestInit = {}) => answer(page, left.promise, input, init),
  }
  return page
}

async function answer(
  page: FakePage,
  left: Promise<Answer>,
  input: string,
  init: RequestInit,
): Promise<Response> {
  const address = new URL(input, 'http://page.example')
  const call: FakeCall = {
    method: init.method ?? 'GET',
    path: address.pathname.replace(/^\/api/, ''),
    query: address.searchParams,
    headers: new Headers(init.headers),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
  }
  page.calls.push(call)
  const handler = page.routes[`${call.method} ${call.path}`]
  const given = handler
    ? await abortable(Promise.race([handler(call), left]), init.signal)
    : { status: 404, data: {} }
  if (given === 'offline') throw new TypeError('Failed to fetch')
  if (given.cookie) setCookie(page.cookies, given.cookie)
  return Response.json(given.data ?? {}, { status: given.status ?? 200, headers: given.headers ?? {} })
}

async function abortable(given: Answer | Promise<Answer>, signal?: AbortSignal | null): Promise<Answer> {
  if (!signal) return given
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([given, aborted])
}

function setCookie(cookies: Map<string, string>, text: string): void {
  const [pair = '', ...attributes] = text.split('; ')
  const [name = '', value = ''] = pair.split('=')
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, value)
}

function fakeStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

/** The answer the product gives to a refused call. */
export function refusal(status: number, code: string, fields?: Record<string, string>): Answer {
  return { status, data: { error: { code, message: code, ...(fields && { fields }) } } }
}

/** A promise to be settled by the test. */
export function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  return Promise.withResolvers<T>()
}
