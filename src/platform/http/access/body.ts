import type { Readable } from 'node:stream'
import { ProductError } from '#platform/errors.ts'
import { smallBodyMs } from '#platform/limits.ts'

/**
 * Reads a small body. The stream itself is left as it is when it is refused: the answer still has to go out on its
 * connection.
 * @throws ProductError too_large as soon as the limit is passed, request_timeout, malformed_request for one that broke off
 */
export function readBody(body: Readable, maxBytes: number, ms: number = smallBodyMs): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(deadline)
      for (const [event, listener] of Object.entries(listeners)) body.off(event, listener)
      body.pause()
    }
    const fail = (error: ProductError) => {
      leave()
      reject(error)
    }
    const broken = (cause?: unknown) => fail(new ProductError('malformed_request', { cause }))
    const listeners = {
      data: (chunk: Buffer) => {
        size += chunk.length
        if (size > maxBytes) fail(new ProductError('too_large'))
        else chunks.push(chunk)
      },
      end: () => {
        leave()
        resolve(Buffer.concat(chunks))
      },
      error: broken,
      close: () => broken(),
    }
    const deadline = setTimeout(() => fail(new ProductError('request_timeout')), ms)
    if (body.destroyed && !body.readableEnded) return broken(body.errored)
    if (body.readableEnded) return listeners.end()
    for (const [event, listener] of Object.entries(listeners)) body.on(event, listener)
  })
}
