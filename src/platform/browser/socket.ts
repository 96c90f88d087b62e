import { socketLimits } from '#platform/rules/socket-limits.ts'
import { isWorthReconnecting, reconnectAfterMs } from '#platform/rules/web/reconnect.ts'

export type SocketMessage = Readonly<Record<string, unknown>>

export interface LiveSocket {
  send: (message: object) => void
  /** For good: nothing reconnects afterwards. */
  stop: () => void
}

interface Options {
  /** Path of ours, '/notifications'. */
  path: string
  /** The first message; made again for each connection. Rejects when there is no token to send. */
  hello: () => Promise<object>
  /** One after the other, `spacingMs` apart; handshake and heartbeats are not among them. */
  onMessage: (message: SocketMessage) => void
  onConnected: (reply: SocketMessage) => void
}

/** Specification 4 and 9: messages that wait are handed on one by one. */
const spacingMs = 100

/**
 * A socket that stays: handshake, heartbeat every 30 s, and after a loss another try (2 s, then 1 s more each time),
 * unless the server said `no_reconnect`. It rests while the page does (back/forward cache) and while there is no network.
 */
export function openLiveSocket({ path, hello, onMessage, onConnected }: Options): LiveSocket {
  let socket: WebSocket | undefined
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let heardAt = 0
  let isStopped = false
  const waiting: SocketMessage[] = []
  let handing: ReturnType<typeof setTimeout> | undefined

  function connect(): void {
    clearTimeout(retry)
    if (isStopped || socket) return
    const fresh = new WebSocket(path)
    socket = fresh
    heardAt = Date.now()
    fresh.onopen = () =>
      hello().then(
        (message) => {
          if (socket === fresh && fresh.readyState === WebSocket.OPEN) fresh.send(JSON.stringify(message))
        },
        () => fresh.close(),
      )
    fresh.onmessage = ({ data }) => {
      heardAt = Date.now()
      const message = parse(data)
      if (message?.type === 'handshake') welcome(message)
      else if (message && message.type !== 'heartbeat') queue(message)
    }
    // An error is always followed by a close.
    fresh.onclose = ({ reason }) => lose(fresh, reason)
  }

  function welcome(reply: SocketMessage): void {
    failures = 0
    clearInterval(heartbeat)
    heartbeat = setInterval(beat, socketLimits.heartbeatMs)
    onConnected(reply)
  }

  function beat(): void {
    if (Date.now() - heardAt > socketLimits.silenceMs) socket?.close()
    else send({ type: 'heartbeat' })
  }

  function lose(lost: WebSocket, reason: string): void {
    if (socket !== lost) return
    rest()
    if (isStopped) return
    if (!isWorthReconnecting(reason)) {
      stop()
      return
    }
    retry = setTimeout(connect, reconnectAfterMs(failures, Math.random()))
    failures += 1
  }

  function queue(message: SocketMessage): void {
    waiting.push(message)
    if (handing === undefined) handing = setTimeout(handOn, 0)
  }

  function handOn(): void {
    handing = undefined
    const next = waiting.shift()
    if (next === undefined) return
    onMessage(next)
    handing = setTimeout(handOn, spacingMs)
  }

  function send(message: object): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  /** Without a socket, and without another try. */
  function rest(): void {
    clearTimeout(retry)
    clearInterval(heartbeat)
    const old = socket
    socket = undefined
    old?.close()
  }

  function wake(): void {
    failures = 0
    connect()
  }

  function stop(): void {
    isStopped = true
    rest()
    removeEventListener('pagehide', rest)
    removeEventListener('pageshow', wake)
    removeEventListener('online', wake)
  }

  addEventListener('pagehide', rest)
  addEventListener('pageshow', wake)
  addEventListener('online', wake)
  connect()
  return { send, stop }
}

function parse(data: unknown): SocketMessage | undefined {
  try {
    const value: unknown = JSON.parse(String(data))
    return typeof value === 'object' && value !== null ? (value as SocketMessage) : undefined
  } catch {
    return undefined
  }
}
