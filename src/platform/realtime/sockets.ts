import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Deps } from '#platform/context/context.ts'
import { checkNotForeign } from '#platform/http/access/csrf.ts'
import { toProductError } from '#platform/http/access/failure.ts'
import { socketLimits } from '#platform/rules/socket-limits.ts'
import type { Message, Peer, SocketType } from './socket.ts'

/** Sockets of the product, on the port of the pages. */
export interface Sockets {
  /** Whether a request that wants to change its protocol is for us; every other one is answered as a plain request. */
  wants(request: IncomingMessage): boolean
  /** Whether its path is one of ours: where others have sockets on the same port, the rest is left to them. */
  knows(request: IncomingMessage): boolean
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** As at SIGTERM: every browser is told to come back, to another process or the next one. */
  close(): Promise<void>
}

interface Open {
  socket: WebSocket
  type: SocketType
  peer: Peer
  /** 'new' until the first message, 'asked' while the handshake is looked at. */
  state: 'new' | 'asked' | 'open'
  session: unknown
  heardAt: number
  /** Messages and pings in the present window. */
  count: number
  countedSince: number
  /** The line itself, and what had come over it at the last sweep. */
  line: Pick<Socket, 'bytesRead'>
  readBefore: number
}

/** Close codes of our own (RFC 6455, 7.4.2); what cannot help by trying again says `no_reconnect`. */
const closings = {
  protocol: [4400, 'no_reconnect protocol'],
  tooMany: [4429, 'no_reconnect rate_limited'],
  noHandshake: [4408, 'no_reconnect handshake_timeout'],
  silent: [4410, 'heartbeat_timeout'],
  slow: [4413, 'too_slow'],
  unavailable: [1013, 'unavailable'],
  restart: [1012, 'restart'],
} as const

/** How often is looked at who is silent, and after which silence a line is cut: before its handshake, and after it. */
interface Times {
  sweepMs: number
  handshakeMs: number
  silenceMs: number
}
const usualTimes: Times = { ...socketLimits, sweepMs: 5_000 }
const wordsToClose = 120

/** Opens, watches and closes sockets; what is said on them is the features' business. */
export function createSockets(
  deps: Deps,
  types: readonly SocketType[],
  { sweepMs, handshakeMs, silenceMs }: Times = usualTimes,
): Sockets {
  const { env, log, metrics } = deps
  const open = new Set<Open>()
  let waiting = 0
  let isClosing = false
  // No compression: it would cost some 300 kB a socket.
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: socketLimits.messageBytes,
    clientTracking: false,
  })
  const sweep = setInterval(() => sweepAll(Date.now()), sweepMs).unref()

  function sweepAll(now: number): void {
    for (const one of open) {
      const silentMs = now - one.heardAt
      if (one.state !== 'open' && silentMs > handshakeMs) end(one, 'noHandshake')
      else if (silentMs > silenceMs) end(one, 'silent')
      // Pieces of a message that never ends are no messages, and cost as much.
      else if (one.line.bytesRead - one.readBefore > socketLimits.sweepBytes) end(one, 'tooMany')
      one.readBefore = one.line.bytesRead
    }
  }

  function end(one: Open, why: keyof typeof closings): void {
    const [code, reason] = closings[why]
    one.peer.close(code, reason)
  }

  function welcome(socket: WebSocket, request: IncomingMessage, type: SocketType): void {
    const one = opened(socket, request, type)
    open.add(one)
    waiting += 1
    metrics.sockets.inc()
    socket.on('error', () => socket.terminate())
    socket.once('close', () => {
      open.delete(one)
      metrics.sockets.dec()
      if (one.state !== 'open') waiting -= 1
      else type.leave(deps, one.session)
    })
    // Answered by the library; who only pings is silent all the same.
    socket.on('ping', () => {
      if (isCountedOut(one, Date.now())) end(one, 'tooMany')
    })
    socket.on('message', (data, isBinary) => hear(one, request, data, isBinary))
  }

  function hear(one: Open, request: IncomingMessage, data: RawData, isBinary: boolean): void {
    one.heardAt = Date.now()
    const message = isBinary ? undefined : parseMessage(String(data))
    if (isCountedOut(one, one.heardAt)) end(one, 'tooMany')
    else if (message === undefined) end(one, 'protocol')
    else if (one.state === 'open') answer(one, message)
    else if (one.state === 'asked' || message.type !== (one.type.words?.hello ?? 'handshake'))
      end(one, 'protocol')
    else void shakeHands(one, request, message)
  }

  async function shakeHands(one: Open, request: IncomingMessage, hello: Message): Promise<void> {
    one.state = 'asked'
    try {
      const { session, reply } = await one.type.open(deps, hello, request, one.peer)
      one.session = session
      // It may have gone while it was looked at.
      if (one.socket.readyState !== one.socket.OPEN) return one.type.leave(deps, session)
      one.state = 'open'
      waiting -= 1
      one.peer.send({
        type: one.type.words?.welcome ?? 'handshake',
        session_id: one.peer.sessionId,
        ...reply,
      })
    } catch (error) {
      const { code } = toProductError(error)
      if (code === 'unavailable' || code === 'server_error') {
        log.warn({ err: error }, 'handshake failed')
        return end(one, 'unavailable')
      }
      one.peer.close(4401, `no_reconnect ${code}`)
    }
  }

  function answer(one: Open, message: Message): void {
    if (message.type === 'heartbeat') one.peer.send({ type: 'heartbeat' })
    else if (!one.type.receive(deps, one.session, message)) end(one, 'protocol')
  }

  return {
    wants: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    knows: (request) => typeOf(request) !== undefined,
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const refusal = refusalOf(request)
      if (refusal !== undefined) return refuse(socket, refusal)
      const type = typeOf(request)
      if (type === undefined) return refuse(socket, '404 Not Found')
      server.handleUpgrade(request, socket, head, (fresh) => welcome(fresh, request, type))
    },
    async close() {
      isClosing = true
      clearInterval(sweep)
      for (const one of open) end(one, 'restart')
      const until = Date.now() + socketLimits.goodbyeMs
      while (open.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
      for (const { socket } of open) socket.terminate()
    },
  }

  /** A browser names the page it comes from; programs do not, and bring their own token. */
  function refusalOf({ headers, method }: IncomingMessage): string | undefined {
    if (method !== 'GET') return '405 Method Not Allowed'
    if (isForeign(headers, env.siteUrl)) return '403 Forbidden'
    if (isClosing || waiting >= socketLimits.waiting) return '503 Service Unavailable'
    return undefined
  }

  function typeOf({ url = '' }: IncomingMessage): SocketType | undefined {
    const path = url.split('?', 1)[0] ?? ''
    return types.find((type) => isPathOf(type, path))
  }
}

function opened(socket: WebSocket, { socket: line }: IncomingMessage, type: SocketType): Open {
  const now = Date.now()
  return {
    ...{ socket, type, peer: peerOf(socket), state: 'new', session: undefined },
    ...{ heardAt: now, count: 0, countedSince: now, line, readBefore: line.bytesRead },
  }
}

function isForeign(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  try {
    checkNotForeign(headers, siteUrl)
    return false
  } catch {
    return true
  }
}

/** `{...}` of a type's path is any one part of the address. */
function isPathOf({ path }: SocketType, asked: string): boolean {
  if (!path.includes('{')) return path === asked
  const [own, theirs] = [path.split('/'), asked.split('/')]
  return own.length === theirs.length && own.every((part, at) => part.startsWith('{') || part === theirs[at])
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function peerOf(socket: WebSocket): Peer {
  return {
    sessionId: randomUUID(),
    send(message) {
      if (socket.readyState !== socket.OPEN) return
      // Who does not read is let go, and finds what is waiting when it comes back.
      if (socket.bufferedAmount > socketLimits.bufferedBytes) return socket.close(...closings.slow)
      socket.send(JSON.stringify(message))
    },
    close(code, reason) {
      socket.close(code, reason.slice(0, wordsToClose))
      // Who does not answer the goodbye is cut.
      setTimeout(() => socket.terminate(), socketLimits.goodbyeMs).unref()
    },
  }
}

function isCountedOut(one: Open, now: number): boolean {
  const { windowMs, messages } = socketLimits
  if (now - one.countedSince > windowMs) {
    one.countedSince = now
    one.count = 0
  }
  one.count += 1
  return one.count > messages
}

function parseMessage(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Message)
      : undefined
  } catch {
    return undefined
  }
}
