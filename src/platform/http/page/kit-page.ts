import type { IncomingMessage, ServerResponse } from 'node:http'
import { strangerContext } from '#platform/context/context.ts'
import { translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { storedPage } from '../cache/page-cache.ts'
import { renderedBody } from '../cache/rendered-body.ts'
import type { App } from '../listen/app.ts'
import { servePage } from './pages.ts'
import { sendPage } from './send-body.ts'

/** GET /kit: every part of the design system in every state. In production it is an address like any other that is not there. */
export async function serveKitPage(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!app.deps.env.kitPage || request.url !== '/kit' || request.method !== 'GET')
    return servePage(app, request, response)
  const world = 'de'
  const answer = await app.renderPage('/kit', {
    context: strangerContext(app.deps, world),
    shell: await app.deps.pageFrame.shell(app.deps, world),
    params: {},
    query: new URLSearchParams(),
    world: worldOf(world),
    t: translator(world),
    siteUrl: app.deps.env.siteUrl,
  })
  const policy = answer.headers.get('content-security-policy')
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex',
    ...(policy ? { 'content-security-policy': policy } : {}),
  }
  const body = await renderedBody(answer)
  const page = { status: answer.status, headers, body, tags: [], cache: null }
  await sendPage(app, request, response, storedPage(page, 0))
}
