import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

/*
 * The crowd of `npm run bench:sockets`, in a process of its own: many members at `/notifications`, who behave as the
 * browser's code does (acknowledge, remember the last 200 ids). Told by messages of the process that forked it.
 */

/** What a browser remembers, so that nothing is shown twice. */
const mostRemembered = 200
/** Members who come at once. */
const width = 200

interface Said {
  type: string
  id?: number
}

export type Order =
  | { do: 'open'; address: string; tokens: string[] }
  | { do: 'listen' }
  | { do: 'close' }
  | { do: 'come-and-go'; address: string; tokens: string[] }
  | { do: 'stay' }
  | { do: 'report' }

export interface Heard {
  /** Sockets that are open now. */
  open: number
  /** Since `listen`: sockets that heard a notification, and when the last of them did (Unix ms). */
  received: number
  lastAt: number
}

export interface Walked {
  shown: number
  /** Ids that came again because an acknowledgement was lost, and were not shown again. */
  again: number
  shownTwice: number
  disorder: number
  /** Connections that were made, and what was refused, by reason. */
  connections: number
  refused: Record<string, number>
}

let sockets: WebSocket[] = []
const heard: Heard = { open: 0, received: 0, lastAt: 0 }
const walked: Walked = { shown: 0, again: 0, shownTwice: 0, disorder: 0, connections: 0, refused: {} }
let goes = true
let listening = new Set<WebSocket>()

process.on('message', (order: Order) => void obey(order))

async function obey(order: Order): Promise<void> {
  if (order.do === 'open') await openAll(order.address, order.tokens)
  if (order.do === 'listen') {
    listening = new Set(sockets)
    Object.assign(heard, { received: 0, lastAt: 0 })
  }
  if (order.do === 'close') await closeAll()
  if (order.do === 'come-and-go') for (const token of order.tokens) void comeAndGo(order.address, token)
  if (order.do === 'stay') goes = false
  process.send?.({ heard, walked })
}

async function openAll(address: string, tokens: readonly string[]): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < tokens.length) sockets.push(await shakeHands(address, tokens[next++] ?? ''))
    }),
  )
}

/** An open socket after its handshake; its heartbeats keep it. */
function shakeHands(address: string, token: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false })
    socket.once('open', () => socket.send(hello(token)))
    socket.on('error', reject)
    socket.on('close', (code, reason) => {
      heard.open -= 1
      reject(new Error(`closed: ${code} ${reason}`))
    })
    socket.on('message', (data) => {
      const said = JSON.parse(String(data)) as Said
      if (said.type === 'handshake') {
        heard.open += 1
        beatOf(socket)
        resolve(socket)
      }
      if (said.type !== 'notification') return
      socket.send(JSON.stringify({ type: 'ack', id: said.id }))
      if (!listening.delete(socket)) return
      heard.received += 1
      heard.lastAt = Date.now()
    })
  })
}

function beatOf(socket: WebSocket): void {
  const beat = setInterval(() => socket.send('{"type":"heartbeat"}'), 30_000)
  socket.once('close', () => clearInterval(beat))
}

async function closeAll(): Promise<void> {
  for (const socket of sockets) socket.close()
  while (heard.open > 0) await pause(50)
  sockets = []
}

const hello = (token: string) => JSON.stringify({ type: 'handshake', access_token: token, world: 'de' })

interface Memory {
  remembered: number[]
  /** Beyond what a browser remembers: only to find out whether that was enough. */
  everShown: Set<number>
  last: number
}

/** One member whose line breaks every few seconds, in the middle of a message as well as between two. */
async function comeAndGo(address: string, token: string): Promise<void> {
  const memory: Memory = { remembered: [], everShown: new Set(), last: 0 }
  await pause(Math.random() * 5000)
  while (goes) {
    await oneVisit(address, token, memory)
    await pause(200 + Math.random() * 800)
  }
  for (;;) {
    await oneVisit(address, token, memory)
    await pause(500)
  }
}

function oneVisit(address: string, token: string, memory: Memory): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address, { perMessageDeflate: false })
    let end: NodeJS.Timeout | undefined
    socket.once('open', () => socket.send(hello(token)))
    socket.on('error', ({ message }) => note(message))
    socket.once('close', (code, reason) => {
      clearTimeout(end)
      if (![1000, 1005, 1006].includes(code)) note(`${code} ${reason}`)
      resolve()
    })
    socket.on('message', (data) => {
      const said = JSON.parse(String(data)) as Said
      if (said.type === 'handshake') {
        walked.connections += 1
        beatOf(socket)
        if (goes) end = setTimeout(() => breakOff(socket), 3000 + Math.random() * 4000)
      }
      if (said.type !== 'notification' || said.id === undefined) return
      show(said.id, memory)
      // One in twenty acknowledgements is lost with its line.
      if (goes && Math.random() < 0.05) breakOff(socket)
      else socket.send(JSON.stringify({ type: 'ack', id: said.id }))
    })
  })
}

/** Half of them say goodbye, the others are just gone. */
function breakOff(socket: WebSocket): void {
  if (Math.random() < 0.5) socket.close()
  else socket.terminate()
}

function show(id: number, memory: Memory): void {
  if (memory.remembered.includes(id)) {
    walked.again += 1
    return
  }
  memory.remembered = [...memory.remembered, id].slice(-mostRemembered)
  if (memory.everShown.has(id)) walked.shownTwice += 1
  if (id < memory.last) walked.disorder += 1
  memory.everShown.add(id)
  memory.last = Math.max(memory.last, id)
  walked.shown += 1
}

function note(what: string): void {
  walked.refused[what] = (walked.refused[what] ?? 0) + 1
}
