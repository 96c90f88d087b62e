import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server } from '@tus/server'
import type { Context } from '#platform/context/context.ts'
import { errors, isReported } from '#platform/errors.ts'
import { authorize } from '#platform/http/access/authorize.ts'
import { checkCsrf } from '#platform/http/access/csrf.ts'
import { errorEnvelope, isGone, toProductError, worldOfAddress } from '#platform/http/access/failure.ts'
import type { Front } from '#platform/http/access/handler.ts'
import { sendText } from '#platform/http/send/send.ts'
import { requestCookies, takeAllowance } from '#platform/http/visitor/client.ts'
import { securityHeaders } from '#platform/http/visitor/headers.ts'
import { maxResumableBytes, uploadIdle } from '#platform/limits.ts'
import { UploadStore, uploadLocker } from './upload-store.ts'
import { finishUpload, isUploadId } from './uploads.ts'

const path = '/uploads'

/**
 * /uploads: files of authors in pieces that may be taken up again (tus 1.0.0), for whoever may upload a form of them. A
 * file that is whole is examined before the last piece is answered; its form names it by its id.
 */
export async function serveUploads(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { deps } = front
  const world = worldOfAddress(request.url ?? '')
  for (const [name, value] of Object.entries({
    ...securityHeaders(deps.env.siteUrl),
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'private, no-store',
  }))
    response.setHeader(name, value)
  const stopWatching = watchProgress(request)
  try {
    const cookies = requestCookies(deps, request)
    checkCsrf({ method: request.method ?? 'GET', headers: request.headers, cookies }, deps.env)
    const context = await front.contextOf(request, world)
    authorize(context, 'listing.upload')
    if (request.method === 'POST') await takeAllowance(context, 'write')
    await answer(tusServer(front, context, request), request, response)
  } catch (error) {
    if (isGone(response)) return
    const { status_code, body } = answerOf(front, { world }, error)
    sendText(front, response, status_code, body, { 'Content-Type': 'application/json; charset=utf-8' })
  } finally {
    stopWatching()
  }
}

/** The protocol reads the head of a request; its body is for the store. */
async function answer(server: Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = path } = request
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const answered = await server.handleWeb(new Request(new URL(url, 'http://localhost'), { method, headers }))
  const body = Buffer.from(await answered.arrayBuffer())
  response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(body)
}

/** Made for each request, which is cheap: it knows the visitor. */
function tusServer(front: Front, visitor: Context, body: IncomingMessage): Server {
  return new Server({
    path,
    datastore: new UploadStore(visitor, body),
    locker: uploadLocker(front.deps, body),
    maxSize: maxResumableBytes,
    allowedOrigins: [new URL(front.deps.env.siteUrl).origin],
    namingFunction: () => randomUUID(),
    generateUrl: (_request, { id }) => `${path}/${id}?world=${visitor.world}`,
    getFileIdFromRequest: ({ url }) => uploadIdIn(new URL(url).pathname),
    async onUploadFinish(_request, { id }) {
      await finishUpload(visitor, id)
      return {}
    },
    onResponseError: async (_request, error) => answerOf(front, visitor, error),
  })
}

function uploadIdIn(pathname: string): string | undefined {
  const id = pathname.slice(path.length + 1)
  return isUploadId(id) ? id : undefined
}

/** Our own errors in words; those of the protocol as it has them. */
function answerOf(
  { deps }: Pick<Front, 'deps'>,
  { world }: Pick<Context, 'world'>,
  error: unknown,
): { status_code: number; body: string } {
  if (isProtocolError(error)) return error
  const known = toProductError(error)
  deps.outage.report(error)
  if (isReported(known.code)) deps.log.error({ err: error }, 'resumable upload failed')
  return { status_code: errors[known.code], body: errorEnvelope(known, world) }
}

function isProtocolError(error: unknown): error is { status_code: number; body: string } {
  return typeof error === 'object' && error !== null && 'status_code' in error && 'body' in error
}

/** A line that stands still is cut: what came is kept, and the rest may come later. */
function watchProgress(request: IncomingMessage): () => void {
  let before = request.socket.bytesRead
  const timer = setInterval(() => {
    const now = request.socket.bytesRead
    if (!request.complete && now - before < uploadIdle.minBytes) request.destroy()
    before = now
  }, uploadIdle.ms)
  return () => clearInterval(timer)
}
