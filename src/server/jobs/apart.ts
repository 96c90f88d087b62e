import { Worker } from 'node:worker_threads'

/** Heavy work that was ended: it took too long, or more memory than it may. */
export class ApartError extends Error {
  override readonly name = 'ApartError'
  readonly reason: 'time' | 'memory'
  constructor(reason: 'time' | 'memory') {
    super(`work apart needed too much ${reason}`)
    this.reason = reason
  }
}

/**
 * A young generation as large as usual can bring more into the old one at once than the old one may still grow by: then V8 ends
 * the whole process instead of the thread (seen with a large JSON.parse).
 */
const youngMb = 8

interface Limits {
  /** Milliseconds after which it is ended. */
  patienceMs: number
  /** Megabytes of JavaScript it may hold. */
  heapMb: number
}

/**
 * Runs a module on a thread of its own and gives back the one message it posts: what takes some hundred milliseconds, in which
 * nobody else may wait. The module finds `data` in `workerData`; it sees no environment. Who calls this limits how many run.
 * @throws ApartError when it was ended; the module's own error
 */
export async function runApart<T>(module: URL, data: unknown, { patienceMs, heapMb }: Limits): Promise<T> {
  const thread = new Worker(module, {
    execArgv: [],
    env: {},
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
  })
  const timer = setTimeout(() => void thread.terminate(), patienceMs)
  try {
    return await new Promise<T>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', (error) => reject(isOutOfMemory(error) ? new ApartError('memory') : error))
      // Without an answer: it was ended for taking too long.
      thread.once('exit', () => reject(new ApartError('time')))
    })
  } finally {
    clearTimeout(timer)
    void thread.terminate()
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
