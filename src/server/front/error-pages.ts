import type { IncomingMessage, ServerResponse } from 'node:http'
import { translator } from '#i18n/translate.ts'
import { type LiveWorld, worldOf } from '#routing/worlds.ts'
import { type ErrorCode, errors } from '#shared/errors.ts'
import { loadSimilar } from '../loaders/storefront.ts'
import type { House } from './house.ts'
import { storedPage } from './page-cache.ts'
import { renderedBody } from './rendered-body.ts'
import { strangerContext } from './request.ts'
import { sendPage, sendText } from './send.ts'
import { shellOf } from './shell.ts'

/**
 * Errors of pages: rendered in the visitor's language; if even that fails, a plain built-in text. `goneId` is the deleted
 * material that was asked for: the page shows others like it.
 */
export async function sendError(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
  world: LiveWorld = 'en',
  goneId?: number,
): Promise<void> {
  const { status } = errors[code]
  const t = translator(world)
  const retry: Record<string, string> = status === 503 ? { 'Retry-After': '30' } : {}
  try {
    const context = strangerContext(house.deps, world)
    const locals = {
      context,
      ...(goneId !== undefined && { similar: await loadSimilar(context, goneId) }),
      shell: await shellOf(house.deps, world),
      params: {},
      query: new URLSearchParams(),
      world: worldOf(world),
      t,
      siteUrl: house.deps.env.siteUrl,
      problem: code,
      status,
    }
    const answer = await house.renderPage(status >= 500 ? '/500' : '/404', locals)
    const { body, contentPolicy: policy } = house.finish.finish(await renderedBody(answer), {
      kind: status >= 500 ? '500' : '404',
      lang: worldOf(world).lang,
      contentPolicy: answer.headers.get('content-security-policy') ?? undefined,
    })
    const headers: Record<string, string> = {
      'Content-Type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
      ...(policy ? { 'content-security-policy': policy } : {}),
      ...retry,
    }
    await sendPage(house, request, response, storedPage({ status, headers, body, tags: [], cache: null }, 0))
  } catch (error) {
    house.deps.log.error({ err: error, code }, 'error page failed')
    sendText(house, response, status, t(`errors:${code}`), retry)
  }
}
