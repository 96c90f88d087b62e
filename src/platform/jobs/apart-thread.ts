import { parentPort } from 'node:worker_threads'
import { type ApartAnswer, apartReady } from './apart-messages.ts'

/** The other side of `createApart`: says that it has started, does one task after the other, and says what became of each. */
export function serveApart<T>(work: (data: T) => Promise<unknown>): void {
  parentPort?.postMessage(apartReady)
  parentPort?.on('message', async (data: T) => {
    const answer: ApartAnswer = await work(data).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
    parentPort?.postMessage(answer)
  })
}
