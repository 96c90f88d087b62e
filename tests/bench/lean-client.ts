import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface LeanAnswer {
  status: number
  location: string | undefined
  body: Buffer
}

/** One call after the other over one connection: a buyer takes its part of the cores that are measured, so it does no more than it must. */
export interface LeanClient {
  send(call: { method: string; path: string; type?: string; body?: string }): Promise<LeanAnswer>
  close(): void
}

/** Keeps `cookies` as a browser does, for one site and without looking at their days. */
export async function createLeanClient(base: string, cookies: Map<string, string>): Promise<LeanClient> {
  const { hostname, port, host, origin } = new URL(base)
  const open = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    return { socket, next: answersOf(socket) }
  }
  let line = await open()
  return {
    async send({ method, path, type, body }) {
      // The product ends a line on which nothing was asked for a while.
      if (line.socket.destroyed || line.socket.readableEnded) line = await open()
      const lines = [
        `${method} ${path} HTTP/1.1`,
        `Host: ${host}`,
        `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
      ]
      if (method !== 'GET')
        lines.push(
          `Origin: ${origin}`,
          'Sec-Fetch-Site: same-origin',
          `X-CSRF-Token: ${cookies.get('csrf') ?? ''}`,
          `Content-Type: ${type ?? 'application/json'}`,
          `Content-Length: ${Buffer.byteLength(body ?? '')}`,
        )
      const answer = line.next()
      line.socket.write(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
      const { head, body: sent } = await answer
      keepCookies(cookies, head)
      return {
        status: Number(head.slice(9, 12)),
        location: /^location: (.*)$/im.exec(head)?.[1]?.trim(),
        body: sent,
      }
    },
    close: () => line.socket.destroy(),
  }
}

interface Raw {
  head: string
  body: Buffer
}

/** What the next answer of a connection is; nothing is asked before it is there. */
function answersOf(socket: Socket): () => Promise<Raw> {
  let waiting: PromiseWithResolvers<Raw> | undefined
  let received: Buffer = Buffer.alloc(0)
  const fail = (error: Error) => waiting?.reject(error)
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = received.toString('latin1', 0, end)
    const body = received.subarray(end + 4)
    if (!isWhole(head, body)) return
    received = Buffer.alloc(0)
    waiting?.resolve({ head, body })
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the product closed the connection')))
  return () => {
    waiting = Promise.withResolvers<Raw>()
    return waiting.promise
  }
}

/** In parts only come answers whose body nobody here reads. */
function isWhole(head: string, body: Buffer): boolean {
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  if (length !== undefined) return body.length >= Number(length)
  return !/^transfer-encoding: chunked$/im.test(head) || body.subarray(-5).toString() === '0\r\n\r\n'
}

function keepCookies(cookies: Map<string, string>, head: string): void {
  for (const [, name = '', value = '', rest = ''] of head.matchAll(
    /^set-cookie: ([^=]+)=([^;\r]*)(.*)$/gim,
  )) {
    if (/;\s*max-age=0\b/i.test(rest)) cookies.delete(name)
    else cookies.set(name, value)
  }
}
