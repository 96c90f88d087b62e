import type { IncomingMessage, ServerResponse } from 'node:http'
import { translator } from '#i18n/translate.ts'
import { isLiveWorld, worldOf } from '#routing/worlds.ts'
import type { House } from './house.ts'
import { storedPage } from './page-cache.ts'
import { renderedBody } from './rendered-body.ts'
import { strangerContext } from './request.ts'
import { sendPage, sendText } from './send.ts'
import { shellOf } from './shell.ts'

/** GET /offline/{world}: what the service worker shows when there is no network. Made for it alone, never indexed. */
export async function serveOffline(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const world = (request.url ?? '').split(/[/?]/)[2] ?? ''
  if (!isLiveWorld(world) || !['GET', 'HEAD'].includes(request.method ?? ''))
    return sendText(house, response, 404, 'not found', { 'X-Robots-Tag': 'noindex' })
  const answer = await house.renderPage('/500', {
    context: strangerContext(house.deps, world),
    shell: await shellOf(house.deps, world),
    params: {},
    query: new URLSearchParams(),
    world: worldOf(world),
    t: translator(world),
    siteUrl: house.deps.env.siteUrl,
    isOffline: true,
  })
  const policy = answer.headers.get('content-security-policy') ?? undefined
  const { body, contentPolicy } = house.finish.finish(await renderedBody(answer), {
    kind: 'offline',
    lang: worldOf(world).lang,
    contentPolicy: policy,
  })
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex',
    ...(contentPolicy ? { 'content-security-policy': contentPolicy } : {}),
  }
  const page = { status: 200, headers, body, tags: [], cache: { maxAge: 3600, swr: 0 } }
  await sendPage(house, request, response, storedPage(page, 0))
}
