import type { IncomingMessage, ServerResponse } from 'node:http'
import { strangerContext } from '#platform/context/context.ts'
import { type ErrorCode, errors } from '#platform/errors.ts'
import { translator } from '#platform/i18n/translate.ts'
import { type LiveWorld, worldOf } from '#platform/routing/worlds.ts'
import { storedPage } from '../cache/page-cache.ts'
import { renderedBody } from '../cache/rendered-body.ts'
import type { App } from '../listen/app.ts'
import { answerScript, isScriptedForm, sendText } from '../send/send.ts'
import { sendPage } from './send-body.ts'

/** What an error page says beside the error. */
interface ErrorDetails {
  /** The deleted material that was asked for: the page shows others like it. */
  goneId?: number | undefined
  retryAfterSeconds?: number | undefined
}

/** Errors of pages: rendered in the visitor's language; if even that fails, a plain built-in text. */
export async function sendError(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
  world: LiveWorld = 'en',
  { goneId, retryAfterSeconds }: ErrorDetails = {},
): Promise<void> {
  const status = errors[code]
  if (isScriptedForm(request)) return answerScript(app, response, status, { error: { code } })
  const t = translator(world)
  const seconds = retryAfterSeconds ?? (status === 503 ? 30 : undefined)
  const retry: Record<string, string> = seconds === undefined ? {} : { 'Retry-After': String(seconds) }
  try {
    const context = strangerContext(app.deps, world)
    const locals = {
      context,
      ...(goneId !== undefined && { similar: await app.deps.pageFrame.similar(context, goneId) }),
      shell: await app.deps.pageFrame.shell(app.deps, world),
      params: {},
      query: new URLSearchParams(),
      world: worldOf(world),
      t,
      siteUrl: app.deps.env.siteUrl,
      problem: code,
      retryAfterSeconds,
      status,
    }
    const answer = await app.renderPage(status >= 500 ? '/500' : '/404', locals)
    const body = await renderedBody(answer)
    const policy = answer.headers.get('content-security-policy')
    const headers: Record<string, string> = {
      'Content-Type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
      ...(policy ? { 'content-security-policy': policy } : {}),
      ...retry,
    }
    await sendPage(app, request, response, storedPage({ status, headers, body, tags: [], cache: null }, 0))
  } catch (error) {
    app.deps.log.error({ err: error, code }, 'error page failed')
    sendText(app, response, status, t(`errors:${code}`), retry)
  }
}
