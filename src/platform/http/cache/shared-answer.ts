import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Deps, strangerContext } from '#platform/context/context.ts'
import type { RequestCookies } from '#platform/context/cookies.ts'
import type { RenderedPage, StoredPage } from '#platform/context/page-cache.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { RequestFacts } from '../access/action.ts'
import type { ApiRow } from '../api/api-rows.ts'
import { chooseEncoding } from '../send/encoding.ts'
import { encodedBody } from './page-cache.ts'

/** What no tag tells (a place among the best, an author who is back) is at most so old. */
const longestSeconds = 60

interface Call {
  world: LiveWorld
  input: unknown
  facts: RequestFacts
}

/** Whether everybody gets the same answer here: the call is one for all, and its caller shows no session. */
export function isForAll(
  deps: Deps,
  { shared }: ApiRow,
  { headers }: IncomingMessage,
  { session }: RequestCookies,
): boolean {
  // While changes may go unheard, the database has the word.
  return (
    shared !== undefined &&
    session === undefined &&
    headers.authorization === undefined &&
    !deps.outage.isOn()
  )
}

/** From memory, by the tags of what it shows; made once for all who wait. Pages and answers are one cache. */
export async function sharedAnswer(deps: Deps, row: ApiRow, call: Call): Promise<StoredPage> {
  const key = sharedKey(row, call)
  const stored = deps.pageCache.peek(key)
  if (stored !== undefined) {
    deps.metrics.pageHits.count += 1
    return stored
  }
  const { stored: made, result } = await deps.pageCache.fetch(key, () => answerForAll(deps, row, call))
  deps.metrics.pageCache.inc({ result })
  return made
}

/** The name of such an answer in the cache. */
export function sharedKey({ method, path }: ApiRow, { world, input }: Pick<Call, 'world' | 'input'>): string {
  return `api ${method} ${path} ${world} ${JSON.stringify(input)}`
}

async function answerForAll(deps: Deps, row: ApiRow, { world, input, facts }: Call): Promise<RenderedPage> {
  const context = strangerContext(deps, world)
  row.authorize(context)
  const made = await row.shared?.(context, input, facts)
  if (deps.env.mode === 'test') row.output.parse(made?.data)
  const { tags = [], until } = made?.facts ?? {}
  const left = until === undefined ? longestSeconds : (until.getTime() - Date.now()) / 1000
  return {
    status: 200,
    headers: {},
    body: Buffer.from(JSON.stringify(made?.data)),
    tags: [...tags],
    cache: { maxAge: Math.max(0, Math.min(longestSeconds, left)), swr: 0 },
  }
}

/** Sends such an answer; who has it already gets a 304. */
export async function sendShared(
  outgoing: ServerResponse,
  request: IncomingMessage,
  stored: StoredPage,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const head = {
    ...headers,
    ETag: stored.etag,
    // Callers with a session are asked for by name each time, and their answers are nobody else's.
    Vary: 'Accept-Encoding, Authorization, Cookie',
    'Cache-Control': 'public, max-age=0, must-revalidate',
  }
  if (request.headers['if-none-match']?.includes(stored.etag)) {
    outgoing.writeHead(304, head).end()
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined)
  const body = stored.encoded[encoding] ?? (await encodedBody(stored, encoding))
  outgoing.writeHead(200, {
    ...head,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  })
  outgoing.end(body)
}
