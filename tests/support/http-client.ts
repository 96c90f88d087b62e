import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
  /** The body as JSON; the caller says what it expects. */
  json<T = unknown>(): T
}

export interface Call {
  method?: string
  /** Raw: sent as it is, also when it is not a valid address. */
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

/** A person at a browser without JavaScript, as far as HTTP can tell: cookies, csrf token, where a call comes from. */
export interface Client {
  readonly base: string
  readonly cookies: Map<string, string>
  send(call: Call): Promise<Answer>
  get(path: string): Promise<Answer>
  /** A call to /api with the csrf token (fetched first when there is none): JSON, or bytes with their own type. */
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Posts an HTML form, as the page itself would. */
  submit(path: string, fields: Record<string, string> | [string, string][]): Promise<Answer>
  close(): void
}

/** One call over its own connection pool, nothing added and nothing followed. */
export function send(base: string, call: Call, agent?: Agent): Promise<Answer> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: hostname,
        port,
        method: call.method ?? 'GET',
        path: call.path,
        headers: call.headers ?? {},
        ...(agent ? { agent } : {}),
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.once('error', reject)
        incoming.once('end', () => {
          const body = Buffer.concat(chunks)
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body,
            text: body.toString('utf8'),
            json: <T>() => JSON.parse(body.toString('utf8')) as T,
          })
        })
      },
    )
    outgoing.once('error', reject)
    // In one write and with its length, as browsers send it.
    outgoing.end(call.body)
  })
}

export function createClient(base: string, agent = new Agent({ keepAlive: true, maxSockets: 16 })): Client {
  const cookies = new Map<string, string>()
  const origin = new URL(base).origin

  function keep(answer: Answer): Answer {
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair = '', ...attributes] = line.split(';')
      const equals = pair.indexOf('=')
      const name = pair.slice(0, equals)
      const isGone = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute))
      if (isGone) cookies.delete(name)
      else cookies.set(name, pair.slice(equals + 1))
    }
    return answer
  }

  const client: Client = {
    base,
    cookies,
    async send(call) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { ...(cookie === '' ? {} : { Cookie: cookie }), ...call.headers }
      return keep(await send(base, { ...call, headers }, agent))
    },
    get: (path) => client.send({ path }),
    async api(method, path, body, headers = {}) {
      if (method !== 'GET' && !cookies.has('csrf')) await client.get('/api/v1/csrf')
      return await client.send({
        method,
        path: `/api${path}`,
        headers: {
          Origin: origin,
          'Sec-Fetch-Site': 'same-origin',
          'X-CSRF-Token': cookies.get('csrf') ?? '',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
      })
    },
    submit(path, fields) {
      return client.send({
        method: 'POST',
        path,
        headers: {
          Origin: origin,
          'Sec-Fetch-Site': 'same-origin',
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(fields).toString(),
      })
    },
    close: () => agent.destroy(),
  }
  return client
}

export interface UploadPart {
  name: string
  value: string | { fileName: string; mediaType: string; body: Buffer }
}

/** The bytes of a multipart form and the header that says how to read them. */
export function multipart(parts: readonly UploadPart[]): { body: Buffer; contentType: string } {
  const boundary = '----aularium-test-8f2c1d'
  const chunks = parts.flatMap(({ name, value }) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
    if (typeof value === 'string') return [Buffer.from(`${head}\r\n\r\n${value}\r\n`)]
    const file = `${head}; filename="${value.fileName}"\r\nContent-Type: ${value.mediaType}\r\n\r\n`
    return [Buffer.from(file), value.body, Buffer.from('\r\n')]
  })
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}
