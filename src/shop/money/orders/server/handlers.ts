import type { IncomingMessage, ServerResponse } from 'node:http'
import { ProductError } from '#platform/errors.ts'
import { serveSandbox } from '#platform/gateways/payments/sandbox-page.ts'
import { readBody } from '#platform/http/access/body.ts'
import { checkFormOrigin } from '#platform/http/access/csrf.ts'
import { isGone, toProductError } from '#platform/http/access/failure.ts'
import { type Front, type Handler, pathOf } from '#platform/http/access/handler.ts'
import { sendHtml } from '#platform/http/send/send.ts'
import { maxFormBodyBytes } from '#platform/limits.ts'

export const handlers: readonly Handler[] = [
  { path: 'sandbox-payment', kind: 'page', serve: serveSandboxPage },
]

/** The sandbox provider's payment page; it plays the part of an external site. */
async function serveSandboxPage(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request)
  let form: URLSearchParams | undefined
  try {
    if (request.method === 'POST') {
      checkFormOrigin(request.headers, front.deps.env.siteUrl)
      form = new URLSearchParams((await readBody(request, maxFormBodyBytes)).toString('utf8'))
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ProductError('method_not_allowed')
    }
    const answer = await serveSandbox(front.deps, request.method ?? 'GET', path, form)
    if (!answer) return await front.sendError(request, response, 'not_found')
    sendHtml(
      front,
      response,
      answer.status,
      answer.html ?? '',
      answer.location ? { Location: answer.location } : {},
    )
  } catch (error) {
    if (isGone(response)) return void front.deps.log.info({ kind: 'page' }, 'client gone')
    await front.sendError(request, response, toProductError(error).code)
  }
}
