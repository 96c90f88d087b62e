import { socketLimits } from '#shared/limits.ts'
import { isWorthReconnecting, reconnectAfterMs } from '#shared/rules/reconnect.ts'

export type RoomMessage = Readonly<Record<string, unknown>>

/** A line into a room that comes back by itself. */
export interface RoomLine {
  /** false: nothing was sent, there is no line now. */
  send: (message: object) => boolean
}

interface Options {
  code: string
  world: string
  role: 'teacher' | 'screen' | 'participant'
  /** How far this page has heard. */
  heard: () => number
  onMessage: (message: RoomMessage) => void
  /** The line stands (again), or is lost; `isBlocked`: it never stood, as behind some school networks. */
  onLine: (state: 'open' | 'lost' | 'blocked' | 'ended') => void
}

/** Tries without a welcome after which the page asks by plain requests. */
const blockedAfter = 2

/** The socket of a room: hello, heartbeat, another try after a loss (interactive-ai.md 5). */
export function openRoomLine({ code, world, role, heard, onMessage, onLine }: Options): RoomLine {
  let socket: WebSocket | undefined
  let failures = 0
  let stood = false
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let isResting = false

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
    fresh.onopen = () => fresh.send(JSON.stringify({ type: 'hello', world, role, last_seq: heard() }))
    fresh.onmessage = ({ data }) => hear(JSON.parse(String(data)) as RoomMessage)
    // An error is always followed by a close.
    fresh.onclose = ({ reason }) => {
      if (socket !== fresh) return
      clearInterval(heartbeat)
      socket = undefined
      if (isResting) return
      if (isWorthReconnecting(reason)) lose()
      else onLine('ended')
    }
  }

  function hear(message: RoomMessage): void {
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

  function lose(): void {
    failures += 1
    onLine(!stood && failures >= blockedAfter ? 'blocked' : 'lost')
    setTimeout(connect, reconnectAfterMs(failures - 1, Math.random()))
  }

  function send(message: object): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(message))
    return true
  }

  addEventListener('online', connect)
  addEventListener('offline', () => socket?.close())
  addEventListener('pagehide', () => {
    isResting = true
    socket?.close()
  })
  addEventListener('pageshow', () => {
    isResting = false
    connect()
  })
  connect()
  return { send }
}
