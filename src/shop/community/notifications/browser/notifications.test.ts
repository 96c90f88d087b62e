import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakePage, fakePage } from '#platform/browser/fake-page.ts'

/** A line whose other side says only what a test has it say. */
class Line {
  static readonly OPEN = 1
  static all: Line[] = []
  readyState = 0
  sent: object[] = []
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
    this.readyState = 3
  }
  open() {
    this.readyState = Line.OPEN
    this.onopen()
  }
  say(message: object) {
    this.onmessage({ data: JSON.stringify(message) })
  }
  lose(reason = '') {
    this.readyState = 3
    this.onclose({ reason })
  }
}
const last = () => Line.all.at(-1) as Line

let page: FakePage

beforeEach(() => {
  page = fakePage()
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('removeEventListener', () => {})
  vi.useFakeTimers()
  vi.resetModules()
  Line.all = []
  page.cookies.set('logged_in', '1')
  // A tab that was just opened.
  sessionStorage.removeItem('token')
  const session = { oauth_user_id: 5, oauth_access_token: 'fresh', expires_in: 3600, scope: 'full' }
  page.routes['GET /v3/oauth2/validate'] = () => ({ data: session })
})
afterEach(async () => {
  vi.useRealTimers()
  await page.leave()
  vi.unstubAllGlobals()
})

async function start(): Promise<void> {
  const { startNotifications } = await import('./notifications.ts')
  startNotifications()
  startNotifications()
  last().open()
  await vi.waitFor(() => expect(last().sent).toHaveLength(1))
}

test('the first handshake carries the token already, and so does the next one after a loss (specification 4)', async () => {
  await start()
  expect(Line.all).toHaveLength(1)
  expect(last().sent).toEqual([{ type: 'handshake', access_token: 'fresh', world: 'de' }])
  last().lose()
  await vi.advanceTimersByTimeAsync(1_900)
  expect(Line.all).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_200)
  expect(Line.all).toHaveLength(2)
  last().open()
  await vi.waitFor(() => expect(last().sent).toMatchObject([{ access_token: 'fresh' }]))
  last().lose('no_reconnect unauthorized')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(Line.all).toHaveLength(2)
})

test('every 30 s a heartbeat; what waited is acknowledged one by one, 100 ms apart (specification 9)', async () => {
  await start()
  last().say({ type: 'handshake', unread: 0 })
  for (const id of [1, 2]) last().say({ type: 'notification', id, text: 'Neu', isFresh: false })
  await vi.advanceTimersByTimeAsync(99)
  expect(last().sent.slice(1)).toEqual([{ type: 'ack', id: 1 }])
  await vi.advanceTimersByTimeAsync(1)
  expect(last().sent.slice(1)).toEqual([
    { type: 'ack', id: 1 },
    { type: 'ack', id: 2 },
  ])
  await vi.advanceTimersByTimeAsync(29_899)
  expect(last().sent).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(last().sent.at(-1)).toEqual({ type: 'heartbeat' })
})
