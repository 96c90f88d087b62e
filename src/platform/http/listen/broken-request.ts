import type { Socket } from 'node:net'
import { type ErrorCode, ProductError } from '#platform/errors.ts'
import { errorEnvelope } from '../access/failure.ts'

interface ParserError extends Error {
  code?: string
  /** What had come until then. */
  rawPacket?: Buffer
}

const reasons: Readonly<Record<string, { code: ErrorCode; line: string }>> = {
  HPE_HEADER_OVERFLOW: { code: 'uri_too_long', line: '431 Request Header Fields Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'malformed_request', line: '408 Request Timeout' },
}
const other = { code: 'malformed_request', line: '400 Bad Request' } as const

/** Answers what never became a request (broken, too long, too slow): programs in the form of all API errors. */
export function answerBrokenRequest(error: ParserError, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const { code, line } = reasons[error.code ?? ''] ?? other
  const isApi = /^[A-Z]{3,10} \/api[/?]/.test(error.rawPacket?.subarray(0, 32).toString('latin1') ?? '')
  const body = isApi ? errorEnvelope(new ProductError(code), 'de') : ''
  const type = isApi ? 'Content-Type: application/json; charset=utf-8\r\n' : ''
  socket.end(
    `HTTP/1.1 ${line}\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
