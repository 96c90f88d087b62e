import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRoomLine, type RoomSocket } from './room-socket.ts'

/** A line whose other side says only what a test has it say. */
class Line {
  static readonly OPEN = 1
  static all: Line[] = []
  readyState = 0
  sent: { type: string; id?: string }[] = []
  isClosed = false
  onopen = () => {}
  onmessage = (_message: { data: string }) => {}
  onclose = (_close: { reason: string }) => {}
  constructor() {
    Line.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    // The goodbye of a dead line never comes.
    this.isClosed = true
    this.readyState = 2
  }
  open() {
    this.readyState = Line.OPEN
    this.onopen()
  }
  say(message: object) {
    this.onmessage({ data: JSON.stringify(message) })
  }
}

const states: string[] = []
const minute = 60_000
const last = () => Line.all.at(-1) as Line

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('addEventListener', (name: string, hear: () => void) => events.set(name, hear))
  Line.all = []
  states.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const events = new Map<string, () => void>()

function openLine(): RoomSocket {
  return openRoomLine({
    ...{ code: 'ABCDEF', world: 'de', role: 'participant', heard: () => 0, onMessage: () => {} },
    onLine: (state) => void states.push(state),
  })
}

function stand(): void {
  last().open()
  last().say({ type: 'welcome' })
}

test('a line that died without a sign is left for a new one as soon as it owes a word', async () => {
  const line = openLine()
  stand()
  line.send({ type: 'answer', id: 'a1' })
  line.send({ type: 'answer', id: 'a2' })
  // That something else is heard is no word on an answer.
  last().say({ type: 'ack', id: 'a1' })
  last().say({ type: 'state' })
  await vi.advanceTimersByTimeAsync(minute / 3)
  expect(Line.all).toHaveLength(2)
  expect(Line.all[0]?.isClosed).toBe(true)
  stand()
  expect(states).toEqual(['open', 'lost', 'open'])
})

test('a line that answers stays, however little is said on it', async () => {
  const line = openLine()
  stand()
  line.send({ type: 'answer', id: 'a1' })
  last().say({ type: 'ack', id: 'a1' })
  for (let n = 0; n < 20; n += 1) {
    await vi.advanceTimersByTimeAsync(minute / 2)
    last().say({ type: 'heartbeat' })
  }
  expect(Line.all).toHaveLength(1)
  // Its silence ends it.
  await vi.advanceTimersByTimeAsync(minute)
  expect(Line.all.length).toBeGreaterThan(1)
})

test('a firewall that swallows the line is a line that is blocked, which is said once', async () => {
  openLine()
  await vi.advanceTimersByTimeAsync(30 * minute)
  expect(Line.all.length).toBeGreaterThan(5)
  expect(states).toEqual(['lost', 'blocked'])
  expect(Line.all.slice(0, -1).every(({ isClosed }) => isClosed)).toBe(true)
  stand()
  expect(states).toEqual(['lost', 'blocked', 'open'])
})

test('a device without network comes back at once when it has some, and not to the line of before', () => {
  openLine()
  stand()
  events.get('offline')?.()
  events.get('online')?.()
  expect(Line.all).toHaveLength(2)
  stand()
  Line.all[0]?.onclose({ reason: '' })
  expect(states).toEqual(['open', 'lost', 'open'])
})

test('a browser without sockets is blocked, sends nothing by a line and says so', async () => {
  vi.stubGlobal('WebSocket', undefined)
  const line = openLine()
  expect(line.send({ type: 'answer', id: 'e1-1' })).toBe(false)
  await vi.advanceTimersByTimeAsync(minute)
  expect(states).toContain('blocked')
  expect(line.send({ type: 'answer', id: 'e1-2' })).toBe(false)
})
