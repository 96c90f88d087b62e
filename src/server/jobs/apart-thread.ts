import { parentPort } from 'node:worker_threads'
import type { ApartAnswer } from './apart.ts'

/** The other side of `createApart`: does one task after the other, and says what became of it. */
export function serveApart<T>(work: (data: T) => Promise<unknown>): void {
  parentPort?.on('message', async (data: T) => {
    const answer: ApartAnswer = await work(data).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
    parentPort?.postMessage(answer)
  })
}
