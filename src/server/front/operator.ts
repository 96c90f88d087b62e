import type { IncomingMessage, ServerResponse } from 'node:http'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import { isSameSecret } from '../secrets.ts'
import type { App } from './app.ts'
import { sendText } from './send.ts'

/** Live: the process answers. Ready: it also has its database and is not shutting down. */
export async function serveHealth(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0]
  if (path === '/health/live') return sendText(app, response, 200, 'live')
  if (path !== '/health/ready') return sendText(app, response, 404, 'not found')
  if (!app.isReady()) return sendText(app, response, 503, 'not ready', { 'Retry-After': '5' })
  try {
    await sql`select 1`.execute(app.deps.db)
    sendText(app, response, 200, 'ready')
  } catch {
    sendText(app, response, 503, 'database away', { 'Retry-After': '5' })
  }
}

/** Prometheus text for the operator; others are told nothing is here. */
export async function serveMetrics(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOperator(app, request)) return sendText(app, response, 404, 'not found')
  const { registry, requestTimes, pageCacheBytes } = app.deps.metrics
  pageCacheBytes.set(app.deps.pageCache.bytes)
  const text = (await registry.metrics()) + requestTimes.text()
  sendText(app, response, 200, text, { 'Content-Type': registry.contentType })
}

/**
 * The operator: whoever holds METRICS_TOKEN; and, where OPERATOR_ON_LOOPBACK says so, somebody at the machine itself. A
 * proxy on the same machine comes from loopback, too: never is the peer's address alone enough.
 */
export function isOperator(app: App, request: IncomingMessage): boolean {
  const { metricsToken, operatorOnLoopback, trustedProxies } = app.deps.env
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (given !== undefined) return metricsToken !== undefined && isSameSecret(given, metricsToken)
  return operatorOnLoopback && trustedProxies === 0 && isFromThisMachine(request)
}

const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i
const forwarding = /^(forwarded|via|(x-(forwarded|real|client|original)|true-client|cf-connecting)-.+)$/

function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  if (!isLoopback(socket.remoteAddress ?? '') || !loopbackHost.test(headers.host ?? '')) return false
  return !Object.keys(headers).some((name) => forwarding.test(name))
}

function isLoopback(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback'
}
