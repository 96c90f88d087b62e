import type { DetailedError, Upload } from 'tus-js-client'
import { http } from '#platform/browser/client.ts'
import { readCookie } from '#platform/browser/cookies.ts'

/** One file on its way. */
export interface Sending {
  pause: () => void
  resume: () => void
  /** Gives it up, here and there. */
  remove: () => void
}

export interface Hearers {
  onProgress: (percent: number) => void
  /** All of it is there and good: its id for the form. */
  onDone: (id: string) => void
  /** What is wrong, in the server's words; undefined: the line is broken, and it can go on later. */
  onFailed: (words: string | undefined) => void
}

/** The server takes some minutes to restart, a laptop some hours to be opened again: then the button is there. */
const retryDelays = [0, 1000, 3000, 10_000, 30_000]
const conflict = 409

/**
 * Sends a file in a way that can be broken off and taken up again, also on another day (tus 1.0.0); what was sent of the
 * same file before is not sent again.
 */
export async function sendFile(file: File, world: string, hearers: Hearers): Promise<Sending> {
  const [tus] = await Promise.all([import('tus-js-client'), readCookie('csrf') ?? http.get('/v1/csrf')])
  // What was refused is gone there already.
  let isRefused = false
  const upload: Upload = new tus.Upload(file, {
    endpoint: `/uploads?world=${world}`,
    metadata: { filename: file.name },
    retryDelays,
    removeFingerprintOnSuccess: true,
    onBeforeRequest: (request) => request.setHeader('X-CSRF-Token', readCookie('csrf') ?? ''),
    onShouldRetry: (error) => isWorthRetrying(error),
    onProgress: (sent, all) => hearers.onProgress(all ? Math.floor((100 * sent) / all) : 0),
    onSuccess: () => hearers.onDone(idOf(upload.url)),
    onError(error) {
      const words = wordsOf(error as DetailedError)
      isRefused = words !== undefined
      hearers.onFailed(words)
    },
  })
  const [before] = await upload.findPreviousUploads()
  if (before) upload.resumeFromPreviousUpload(before)
  upload.start()
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    remove: () => void upload.abort(!isRefused).catch(() => undefined),
  }
}

function isWorthRetrying(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0
  return status === 0 || status === conflict || status === 429 || status >= 500
}

function wordsOf(error: DetailedError): string | undefined {
  try {
    const body: unknown = JSON.parse(error.originalResponse?.getBody() ?? '')
    const { error: refusal } = body as { error?: { message?: unknown } }
    return typeof refusal?.message === 'string' ? refusal.message : undefined
  } catch {
    return undefined
  }
}

function idOf(address: string | null): string {
  return new URL(address ?? '', location.href).pathname.split('/').at(-1) ?? ''
}
