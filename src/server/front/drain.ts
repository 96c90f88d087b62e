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
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    server,
    async drain({ keptMs, answerMs }) {
      await quietTurn()
      const closed = new Promise<void>((resolve) => {
        // Only the door: `server.close` would cut idle connections on which a request may be on its way.
        NetServer.prototype.close.call(server, () => resolve())
      })
      // Not before: who is told to close connects anew, and what waits to be accepted now would be cut.
      isDraining = true
      const patience = setTimeout(() => server.closeAllConnections(), answerMs)
      const keptUntil = performance.now() + keptMs
      while (performance.now() < keptUntil && sockets.size > 0) await pause(20)
      await quietTurn()
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      await closed
      clearTimeout(patience)
    },
  }
}

/** The end of a turn in which nothing came: closing in a busy one would cut what waits to be accepted or read. */
async function quietTurn(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    const started = performance.now()
    await nextTurn()
    if (performance.now() - started < 1) return
  }
}
