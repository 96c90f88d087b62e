import { socketLimits } from '#platform/rules/socket-limits.ts'
import { isWorthReconnecting, reconnectAfterMs } from '#platform/rules/web/reconnect.ts'

export type RoomMessage = Readonly<Record<string, unknown>>

/** A socket into a room that reconnects automatically. */
export interface RoomSocket {
  /** false: nothing was sent, there is no line now. */
  send: (message: RoomMessage) => boolean
}

interface Options {
  code: string
  world: string
  role: 'teacher' | 'screen' | 'participant'
  /** How far this page has heard. */
  heard: () => number
  onMessage: (message: RoomMessage) => void
  /** The line stands (again), or is lost; `blocked`, once: it never stood, as behind some school networks. */
  onLine: (state: 'open' | 'lost' | 'blocked' | 'ended') => void
}

/** Tries without a welcome after which the page asks by plain requests. */
const blockedAfter = 2
/**
 * So long a line may owe a word. The server gives up on an answer after five seconds, so this one is dead without a sign (a
 * network that changed, a firewall that swallows it), or what it should have taken has to be handed in again.
 */
const patienceMs = 12_000

/** Of a socket (HTML, 9.3: OPEN); a browser without sockets has no name for it. */
const openState = 1

/** The socket of a room: hello, heartbeat, another try after a loss (interactive-ai.md 5). */
export function openRoomLine({ code, world, role, heard, onMessage, onLine }: Options): RoomSocket {
  let socket: WebSocket | undefined
  let failures = 0
  let stood = false
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let isResting = false
  /** What the other side has still to say, and when it is too late for it. */
  const owed = new Map<string, ReturnType<typeof setTimeout>>()

  function connect(): void {
    if (socket || isResting) return
    let fresh: WebSocket
    try {
      fresh = new WebSocket(`/rooms/${encodeURIComponent(code)}/ws`)
    } catch {
      lose()
      return
    }
    socket = fresh
    owe('welcome')
    fresh.onopen = () => fresh.send(JSON.stringify({ type: 'hello', world, role, last_seq: heard() }))
    fresh.onmessage = ({ data }) => hear(JSON.parse(String(data)) as RoomMessage)
    // An error is always followed by a close.
    fresh.onclose = ({ reason }) => {
      if (socket !== fresh) return
      drop()
      if (isResting) return
      if (isWorthReconnecting(reason)) lose()
      else onLine('ended')
    }
  }

  function hear(message: RoomMessage): void {
    paid(message.type === 'ack' ? `ack ${message.id}` : String(message.type))
    if (message.type === 'heartbeat') return
    if (message.type === 'welcome') {
      failures = 0
      stood = true
      clearInterval(heartbeat)
      heartbeat = setInterval(() => send({ type: 'heartbeat' }), socketLimits.heartbeatMs)
      onLine('open')
    }
    onMessage(message)
  }

  function owe(word: string): void {
    if (!owed.has(word)) owed.set(word, setTimeout(abandon, patienceMs))
  }

  function paid(word: string): void {
    clearTimeout(owed.get(word))
    owed.delete(word)
  }

  /** Nothing more is heard of this line, and nobody waits for its goodbye. @returns what it was */
  function drop(): WebSocket | undefined {
    clearInterval(heartbeat)
    for (const word of [...owed.keys()]) paid(word)
    const old = socket
    socket = undefined
    return old
  }

  function abandon(): void {
    const old = drop()
    if (!old) return
    old.close()
    lose()
  }

  function lose(): void {
    failures += 1
    if (stood || failures < blockedAfter) onLine('lost')
    else if (failures === blockedAfter) onLine('blocked')
    setTimeout(connect, reconnectAfterMs(failures - 1, Math.random()))
  }

  function send(message: RoomMessage): boolean {
    if (socket?.readyState !== openState) return false
    if (message.type === 'answer') owe(`ack ${message.id}`)
    if (message.type === 'heartbeat') owe('heartbeat')
    socket.send(JSON.stringify(message))
    return true
  }

  addEventListener('online', connect)
  addEventListener('offline', abandon)
  addEventListener('pagehide', () => {
    isResting = true
    drop()?.close()
  })
  addEventListener('pageshow', () => {
    isResting = false
    connect()
  })
  connect()
  return { send }
}
