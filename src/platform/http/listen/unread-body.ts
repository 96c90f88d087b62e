import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { lingering } from '#platform/limits.ts'

export interface UnreadBodies {
  /** Sees to the connection of one exchange, whoever answers it; says whether there is a body at all. */
  watch(request: IncomingMessage, response: ServerResponse): boolean
  /** Asked when an answer begins (drain.ts): whether it is the last of its connection, because its body is not here. */
  isCutShort(request: IncomingMessage): boolean
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
  const withBody = new WeakSet<IncomingMessage>()

  function leave(request: IncomingMessage, socket: Socket): void {
    if (leaving.has(socket)) return
    leaving.add(socket)
    const cut = socket.destroySoon
    let isLingering = false
    // Node makes the sockets of a server itself, so no class can be handed in, and after a last answer it calls this and nothing
    // else. Of 100 clients that sent 20 MB and read then, nobody saw the answer with Node's own (EPIPE); like this, all did.
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
      const hasBody = Number(request.headers['content-length'] ?? 0) > 0
      if (!hasBody && request.headers['transfer-encoding'] === undefined) return false
      withBody.add(request)
      // The rest of a body that arrived, but was not read.
      response.once('finish', () => request.resume())
      return true
    },
    isCutShort(request) {
      if (request.complete || !withBody.has(request)) return false
      leave(request, request.socket)
      return true
    },
    isLeaving: ({ socket }) => leaving.has(socket),
  }
}
