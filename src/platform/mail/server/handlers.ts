import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Front, type Handler, pathOf } from '#platform/http/access/handler.ts'
import { isOperator } from '#platform/http/listen/operator.ts'
import { sendHtml } from '#platform/http/send/send.ts'
import { serveOutbox } from './outbox-viewer.ts'

export const handlers: readonly Handler[] = [{ path: 'outbox', kind: 'operator', serve: serveOutboxPage }]

/** The mail outbox of a server without SMTP, for the operator alone. */
async function serveOutboxPage(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOperator(front.deps.env, request)) return front.sendError(request, response, 'not_found')
  const answer = await serveOutbox(front.deps, pathOf(request))
  if (!answer) return front.sendError(request, response, 'not_found')
  sendHtml(front, response, answer.status, answer.html)
}
