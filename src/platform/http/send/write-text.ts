import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

interface TextAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** Values of Set-Cookie. */
  setCookies: readonly string[]
  text: string
}

/**
 * Head and body in one write to the socket. A Response costs several times as much: its body is read back as a stream.
 * Gives what tells the listener that the answer is on its way.
 */
export function writeText(outgoing: ServerResponse, answer: TextAnswer): Response {
  const { status, headers, setCookies, text } = answer
  for (const name in headers) outgoing.setHeader(name, headers[name] as string)
  if (setCookies.length > 0) outgoing.setHeader('Set-Cookie', setCookies)
  outgoing.setHeader('Content-Length', Buffer.byteLength(text))
  outgoing.statusCode = status
  outgoing.end(text)
  return RESPONSE_ALREADY_SENT
}
