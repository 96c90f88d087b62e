import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { lingering } from '#shared/limits.ts'

export interface UnreadBodies {
  /** Sees to the connection of one exchange, whoever answers it; says whether there is a body at all. */
  watch(request: IncomingMessage, response: ServerResponse): boolean
  /** Whether a connection was told to close: what comes on it is no request any more (RFC 9112, 9.6). */
  isLeaving(request: IncomingMessage): boolean
}

/**
 * What becomes of a connection whose request is answered before its body is here. Kept alive, the rest of the body would
 * be read as the next request, or never; cut at once, the client would not see the answer. So the answer says `close`,
 * what still comes is thrown away for a short time, and then the line is cut.
 */
export function createUnreadBodies({
  ms,
  maxBytes,
}: {
  ms: number
  maxBytes: number
} = lingering): UnreadBodies {
  const leaving = new WeakSet<Socket>()

  function leave(request: IncomingMessage, socket: Socket): void {
    if (leaving.has(socket)) return
    leaving.add(socket)
    const cut = socket.destroySoon
    let isLingering = false
    socket.destroySoon = () => {
      if (request.complete) return cut.call(socket)
      if (isLingering) return
      isLingering = true
      linger(request, socket)
    }
  }

  function linger(request: IncomingMessage, socket: Socket): void {
    let bytes = 0
    const timer = setTimeout(() => socket.destroy(), ms)
    socket.once('close', () => clearTimeout(timer))
    // What was sent is flushed and followed by an end; reading goes on.
    socket.end()
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) socket.destroy()
    })
    request.once('end', () => socket.destroy())
    request.resume()
  }

  return {
    watch(request, response) {
      const { socket } = request
      const hasBody = Number(request.headers['content-length'] ?? 0) > 0
      if (!hasBody && request.headers['transfer-encoding'] === undefined) return false
      const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse
      response.writeHead = (...given: unknown[]) => {
        if (!request.complete) {
          response.shouldKeepAlive = false
          leave(request, socket)
        }
        return writeHead(...given)
      }
      // The rest of a body that is here already, but of which nobody read more.
      response.once('finish', () => request.resume())
      return true
    },
    isLeaving: ({ socket }) => leaving.has(socket),
  }
}
