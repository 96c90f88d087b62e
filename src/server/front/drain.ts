import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

export interface Patience {
  /** So long a connection that was kept may bring one more request and learn that we are going. */
  keptMs: number
  /** After this whatever is not answered is cut. */
  answerMs: number
}

export interface DrainableServer {
  server: Server
  /** Ends the server without cutting a request: kept connections are told to close, what came is answered, idle ones end. */
  drain(patience: Patience): Promise<void>
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** An HTTP server that can be ended while it is busy. */
export function createDrainableServer(options: ServerOptions, listener: RequestListener): DrainableServer {
  const sockets = new Set<Socket>()
  let isDraining = false
  let connections = 0
  /** Grows with every connection and every byte. */
  const arrived = () => {
    let sum = connections
    for (const { bytesRead } of sockets) sum += bytesRead
    return sum
  }

  class Answer extends ServerResponse<IncomingMessage> {
    override writeHead(status: number, first?: string | Headers, second?: Headers): this {
      if (isDraining) this.shouldKeepAlive = false
      return typeof first === 'string'
        ? super.writeHead(status, first, second)
        : super.writeHead(status, first)
    }
  }

  const server = createServer({ ...options, ServerResponse: Answer as typeof ServerResponse }, listener)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    connections += 1
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    server,
    async drain({ keptMs, answerMs }) {
      await quietTurns(arrived, keptMs)
      const closed = new Promise<void>((resolve) => {
        // Only the listener: `server.close` would cut idle connections on which a request may be on its way.
        NetServer.prototype.close.call(server, () => resolve())
      })
      // Not before: who is told to close connects anew, and what waits to be accepted now would be cut.
      isDraining = true
      const patience = setTimeout(() => server.closeAllConnections(), answerMs)
      const keptUntil = performance.now() + keptMs
      while (performance.now() < keptUntil && sockets.size > 0) await pause(20)
      await quietTurns(arrived, keptMs)
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      await closed
      clearTimeout(patience)
    },
  }
}

/**
 * The end of turns in which nothing came: closing earlier would cut what waits to be accepted or read. Node takes in one
 * waiting connection a turn, so how long a turn lasts says nothing, and a busy machine has no short ones.
 */
async function quietTurns(arrived: () => number, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs
  let before = arrived()
  for (let quiet = 0; quiet < 3 && performance.now() < until; ) {
    await nextTurn()
    const now = arrived()
    quiet = now === before ? quiet + 1 : 0
    before = now
  }
}
