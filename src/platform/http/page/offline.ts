import type { IncomingMessage, ServerResponse } from 'node:http'
import { strangerContext } from '#platform/context/context.ts'
import { translator } from '#platform/i18n/translate.ts'
import { isLiveWorld, worldOf } from '#platform/routing/worlds.ts'
import { storedPage } from '../cache/page-cache.ts'
import { renderedBody } from '../cache/rendered-body.ts'
import type { App } from '../listen/app.ts'
import { sendText } from '../send/send.ts'
import { sendPage } from './send-body.ts'

/** GET /offline/{world}: what the service worker shows when there is no network. Made for it alone, never indexed. */
export async function serveOffline(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const world = (request.url ?? '').split(/[/?]/)[2] ?? ''
  if (!isLiveWorld(world) || !['GET', 'HEAD'].includes(request.method ?? ''))
    return sendText(app, response, 404, 'not found', { 'X-Robots-Tag': 'noindex' })
  const answer = await app.renderPage('/500', {
    context: strangerContext(app.deps, world),
    shell: await app.deps.pageFrame.shell(app.deps, world),
    params: {},
    query: new URLSearchParams(),
    world: worldOf(world),
    t: translator(world),
    siteUrl: app.deps.env.siteUrl,
    isOffline: true,
  })
  const body = await renderedBody(answer)
  const policy = answer.headers.get('content-security-policy')
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex',
    ...(policy ? { 'content-security-policy': policy } : {}),
  }
  const page = { status: 200, headers, body, tags: [], cache: { maxAge: 3600, swr: 0 } }
  await sendPage(app, request, response, storedPage(page, 0))
}
