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
  /** So long a connection that was kept alive may bring one more request and learn that we are going. */
  keepAliveMs: number
  /** After this whatever is not answered is cut. */
  answerMs: number
}

export interface DrainableServer {
  server: Server
  /**
   * Closes the door at a moment at which nobody stands before it, within `shutMs`. What is asked meanwhile on connections that
   * are there waits that long, then it is answered, as the last thing on its connection.
   */
  shut(): Promise<void>
  /** Ends the server without cutting a request: connections that were kept alive are told to close, what came is answered, idle ones end. */
  drain(patience: Patience): Promise<void>
}

/** So long a closing door is waited for: a process that was not given the machine for a while has to take all in first. */
const shutMs = 6_000
/**
 * Whoever comes between the look at the door and its end is cut: a turn of the loop has to be this short for it, and as much
 * longer for each tenth of a second that no such turn came (on a machine that others use, too).
 */
const shortTurnMs = 0.25

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * An HTTP server that can be ended while it is busy.
 * @param isLast asked when an answer begins: whether its connection ends with it, for a reason of the request's own
 */
export function createDrainableServer(
  options: ServerOptions,
  listener: RequestListener,
  isLast: (request: IncomingMessage) => boolean,
): DrainableServer {
  const sockets = new Set<Socket>()
  let isDraining = false
  let connections = 0
  let closed: Promise<void> | undefined
  /** What is asked while the door closes. Its work would make turns long, and with them the moment in which somebody is cut. */
  let waiting: (() => void)[] | undefined
  /** Grows with every connection and every byte. */
  const arrived = () => {
    let sum = connections
    for (const { bytesRead } of sockets) sum += bytesRead
    return sum
  }

  class Answer extends ServerResponse<IncomingMessage> {
    override writeHead(status: number, first?: string | Headers, second?: Headers): this {
      if (isLast(this.req) || isDraining) this.shouldKeepAlive = false
      return typeof first === 'string'
        ? super.writeHead(status, first, second)
        : super.writeHead(status, first)
    }
  }

  const server = createServer(
    { ...options, ServerResponse: Answer as typeof ServerResponse },
    (request, response) => {
      if (waiting) waiting.push(() => listener(request, response))
      else listener(request, response)
    },
  )
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    connections += 1
    socket.once('close', () => sockets.delete(socket))
  })
  async function shut(): Promise<void> {
    if (closed) return
    waiting = []
    await emptyTurn(() => connections, shutMs)
    closed = new Promise<void>((resolve) => {
      // Only the listener: `server.close` would cut idle connections on which a request may be on its way.
      NetServer.prototype.close.call(server, () => resolve())
    })
    // Not earlier: a client told to close reconnects, and connections waiting to be accepted would be cut.
    isDraining = true
    const held = waiting
    waiting = undefined
    for (const answer of held) answer()
  }

  return {
    server,
    shut,
    async drain({ keepAliveMs, answerMs }) {
      await shut()
      const patience = setTimeout(() => server.closeAllConnections(), answerMs)
      const keepAliveUntil = performance.now() + keepAliveMs
      while (performance.now() < keepAliveUntil && sockets.size > 0) await pause(20)
      await quietTurns(arrived, keepAliveMs)
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      await closed
      clearTimeout(patience)
    },
  }
}

/**
 * The end of a short turn in which nobody came. Node takes in one waiting connection a turn, so nobody waited when it began,
 * and the system's queue is cut off with the listener: only who comes within that turn can be lost.
 */
async function emptyTurn(connections: () => number, withinMs: number): Promise<void> {
  await nextTurn()
  const since = performance.now()
  for (let began = since; began - since < withinMs; ) {
    const before = connections()
    await nextTurn()
    const now = performance.now()
    const shortMs = shortTurnMs * (1 + (now - since) / 100)
    if (connections() === before && now - began < shortMs) return
    began = now
  }
}

/** The end of turns in which nothing came: closing earlier would cut what waits to be read. */
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
