import type { IncomingMessage, ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { sendText } from '../send/send.ts'
import type { App } from './app.ts'
import { isOperator } from './operator.ts'

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

/** Prometheus text for the operator; 404 for others. */
export async function serveMetrics(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOperator(app.deps.env, request)) return sendText(app, response, 404, 'not found')
  const { registry, requestTimes, pageCacheBytes } = app.deps.metrics
  pageCacheBytes.set(app.deps.pageCache.bytes)
  const text = (await registry.metrics()) + requestTimes.text()
  sendText(app, response, 200, text, { 'Content-Type': registry.contentType })
}
