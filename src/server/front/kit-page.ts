import type { IncomingMessage, ServerResponse } from 'node:http'
import { translator } from '#i18n/translate.ts'
import { worldOf } from '#routing/worlds.ts'
import { strangerContext } from '../context.ts'
import { shellOf } from '../loaders/every-page.ts'
import type { App } from './app.ts'
import { storedPage } from './page-cache.ts'
import { servePage } from './pages.ts'
import { renderedBody } from './rendered-body.ts'
import { sendPage } from './send.ts'

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
    shell: await shellOf(app.deps, world),
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
