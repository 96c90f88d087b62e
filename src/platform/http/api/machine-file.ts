import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { errors } from '#platform/errors.ts'
import { toProductError } from '../access/failure.ts'
import type { Front } from '../access/handler.ts'
import { chooseEncoding } from '../send/encoding.ts'
import { sendText } from '../send/send.ts'
import { bareContentPolicy, securityHeaders } from '../visitor/headers.ts'

export interface MachineFile {
  /** Weak: each encoding has other bytes. */
  etag: string
  parts: AsyncIterable<string> | Iterable<string>
}

interface Form {
  mediaType: string
  maxAgeSeconds: number
}

/**
 * Answers GET and HEAD with a file made for machines: never indexed itself, validated by ETag, compressed on the way
 * and written part by part, so that its length costs no memory. Undefined is a 404.
 */
export async function sendMachineFile(
  front: Pick<Front, 'deps'>,
  request: IncomingMessage,
  response: ServerResponse,
  form: Form,
  make: () => Promise<MachineFile | undefined> | MachineFile | undefined,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(front, response, 405, 'Method not allowed', { Allow: 'GET, HEAD' })
  let file: MachineFile | undefined
  try {
    file = await make()
  } catch (error) {
    const status = errors[toProductError(error).code]
    if (status >= 500) front.deps.log.error({ err: error }, 'file for machines failed')
    // A crawler told 503 comes back; one told 404 forgets.
    const headers: Record<string, string> = status >= 500 ? { 'Retry-After': '120' } : {}
    return sendText(front, response, status >= 500 ? 503 : status, 'unavailable', headers)
  }
  if (!file) return sendText(front, response, 404, 'not found', { 'X-Robots-Tag': 'noindex' })
  const encoding = encodingFor(request)
  const headers = {
    ...securityHeaders(front.deps.env.siteUrl),
    'Content-Security-Policy': bareContentPolicy,
    'X-Robots-Tag': 'noindex',
    'Cache-Control': `public, max-age=${form.maxAgeSeconds}`,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  }
  if (matches(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(200, {
    ...headers,
    'Content-Type': form.mediaType,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  await write(front, file, encoding, response)
}

async function write(
  front: Pick<Front, 'deps'>,
  file: MachineFile,
  encoding: 'br' | 'gzip' | 'identity',
  response: ServerResponse,
): Promise<void> {
  // Not objectMode: a part is as long as a thousand lines, and counts as what it is.
  const parts = Readable.from(file.parts, { objectMode: false, highWaterMark: 64 * 1024 })
  try {
    if (encoding === 'br') {
      const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
      await pipeline(parts, createBrotliCompress({ params }), response)
    } else if (encoding === 'gzip') await pipeline(parts, createGzip({ level: 5 }), response)
    else await pipeline(parts, response)
  } catch (error) {
    // A reader that goes away is no error of ours; anything else must not look like a whole file.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
      front.deps.log.error({ err: error }, 'file for machines broke off')
    response.destroy()
  }
}

/** Crawlers know gzip and Brotli; Zstandard is left to browsers, which never ask for these files. */
function encodingFor(request: IncomingMessage): 'br' | 'gzip' | 'identity' {
  const accept = String(request.headers['accept-encoding'] ?? '').replace(/\bzstd\b/gi, '')
  const encoding = chooseEncoding(accept)
  return encoding === 'zstd' ? 'identity' : encoding
}

function matches(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return given.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === opaque)
}
