import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface RawConnection {
  send(bytes: string | Buffer): void
  /** Waits for so many whole answers, or for the end of the connection. @throws Error when neither comes in time */
  answers(count: number, ms?: number): Promise<RawAnswer[]>
  /** Whether the other side ends the connection in time. */
  ends(ms?: number): Promise<boolean>
  close(): void
  /** As a network that breaks. */
  reset(): void
}

export interface RawAnswer {
  status: number
  head: string
  body: string
}

/** A connection as a proxy has it: what is written is written, and what comes back is all that is known. */
export function rawConnection(base: string): RawConnection {
  const { hostname, port } = new URL(base)
  const socket: Socket = connect(Number(port), hostname)
  let text = ''
  let hasEnded = false
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  // Cut off while it still sends.
  socket.on('error', () => {})
  const end = () => {
    hasEnded = true
  }
  socket.on('end', end).on('close', end)

  async function until(isDone: () => boolean, ms: number): Promise<boolean> {
    const deadline = performance.now() + ms
    while (!isDone() && performance.now() < deadline) await pause(5)
    return isDone()
  }

  return {
    send: (bytes) => void socket.write(bytes),
    async answers(count, ms = 10_000) {
      if (!(await until(() => hasEnded || read(text).length >= count, ms)))
        throw new Error(`${read(text).length} of ${count} answers after ${ms} ms: ${text.slice(0, 300)}`)
      return read(text)
    },
    ends: (ms = 10_000) => until(() => hasEnded, ms),
    close: () => socket.destroy(),
    reset: () => socket.resetAndDestroy(),
  }
}

/** The whole answers at the beginning of a text; 1xx are passed over. */
function read(text: string): RawAnswer[] {
  const found: RawAnswer[] = []
  for (let rest = text; rest.includes('\r\n\r\n'); ) {
    const at = rest.indexOf('\r\n\r\n')
    const head = rest.slice(0, at)
    const status = Number(head.split(' ')[1])
    const after = rest.slice(at + 4)
    if (status < 200) {
      rest = after
      continue
    }
    const body = bodyOf(head, after)
    if (body === undefined) break
    found.push({ status, head: head.toLowerCase(), body: body.text })
    rest = after.slice(body.length)
  }
  return found
}

function bodyOf(head: string, after: string): { text: string; length: number } | undefined {
  if (/ (204|304) /.test(head.split('\r\n', 1)[0] ?? '')) return { text: '', length: 0 }
  const declared = /content-length: (\d+)/i.exec(head)?.[1]
  if (declared !== undefined) {
    const length = Number(declared)
    return after.length < length ? undefined : { text: after.slice(0, length), length }
  }
  const end = after.indexOf('0\r\n\r\n')
  return end < 0 ? undefined : { text: after.slice(0, end), length: end + 5 }
}
