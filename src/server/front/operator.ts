import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sql } from 'kysely'
import type { House } from './house.ts'
import { sendText } from './send.ts'

/** Live: the process answers. Ready: it also has its database and is not shutting down. */
export async function serveHealth(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0]
  if (path === '/health/live') return sendText(house, response, 200, 'live')
  if (path !== '/health/ready') return sendText(house, response, 404, 'not found')
  if (!house.isReady()) return sendText(house, response, 503, 'not ready', { 'Retry-After': '5' })
  try {
    await sql`select 1`.execute(house.deps.db)
    sendText(house, response, 200, 'ready')
  } catch {
    sendText(house, response, 503, 'database away', { 'Retry-After': '5' })
  }
}

/** Prometheus text, for loopback or a bearer of METRICS_TOKEN; others are told nothing is here. */
export async function serveMetrics(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOperator(house, request)) return sendText(house, response, 404, 'not found')
  const { registry, requestTimes } = house.deps.metrics
  const text = (await registry.metrics()) + requestTimes.text()
  sendText(house, response, 200, text, { 'Content-Type': registry.contentType })
}

/** The operator: the machine itself (never through a proxy), or whoever holds METRICS_TOKEN. */
export function isOperator(house: House, request: IncomingMessage): boolean {
  const { metricsToken } = house.deps.env
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (metricsToken && given) {
    const [a, b] = [Buffer.from(given), Buffer.from(metricsToken)]
    return a.length === b.length && timingSafeEqual(a, b)
  }
  const isProxied =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return (
    !isProxied &&
    /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/.test(request.socket.remoteAddress ?? '')
  )
}
