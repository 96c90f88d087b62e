import type { IncomingMessage, ServerResponse } from 'node:http'
import inject from 'light-my-request'
import type { App } from '../listen/app.ts'

/** What @astrojs/node builds in middleware mode. */
type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: object,
) => Promise<void>

/**
 * Astro's built pages as a function: an internal English path and `Astro.locals` in, an answer out. Pages are also made
 * without a visitor (stale ones), so the handler is given a request that comes from no socket.
 */
export async function loadPages(load: () => Promise<unknown>, siteUrl: string): Promise<App['renderPage']> {
  const handler = await withoutListeners(async () => {
    const built = (await load()) as { handler: Handler }
    return built.handler
  })
  const { host } = new URL(siteUrl)
  return async (path, locals) => {
    const chunks: Uint8Array[] = []
    const dispatch = (request: IncomingMessage, response: ServerResponse) => {
      collect(response, chunks)
      void handler(request, response, undefined, locals)
    }
    const answer = await inject(dispatch, { method: 'GET', url: path, headers: { host } })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      for (const each of [value].flat()) headers.append(name, String(each))
    return { status: answer.statusCode, headers, bytes: async () => joined(chunks) }
  }
}

/** The body is taken at the front: on its way out it would be copied four times, and read as text once. */
function collect(response: ServerResponse, chunks: Uint8Array[]): void {
  const end = response.end.bind(response) as () => ServerResponse
  const take = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk))
    else if (chunk instanceof Uint8Array) chunks.push(chunk)
    return true
  }
  response.write = take
  response.end = (chunk?: unknown) => {
    take(chunk)
    return end()
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)) as Uint8Array<ArrayBuffer>
}

/**
 * The adapter listens for rejections that nobody handles, in the whole process, and passes over those that come from
 * outside a page. Without it Node ends the process and says why, as it does without Astro.
 */
async function withoutListeners<T>(run: () => Promise<T>): Promise<T> {
  const before = new Set(process.listeners('unhandledRejection'))
  const result = await run()
  for (const listener of process.listeners('unhandledRejection'))
    if (!before.has(listener)) process.off('unhandledRejection', listener)
  return result
}
