import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'

/** Heavy work that was ended: it took too much time or memory of its own, or the machine had none to spare (`busy`). */
export class ApartError extends Error {
  override readonly name = 'ApartError'
  readonly reason: 'time' | 'memory' | 'busy'
  constructor(reason: 'time' | 'memory' | 'busy') {
    super(
      reason === 'busy' ? 'the machine was too busy for work apart' : `work apart needed too much ${reason}`,
    )
    this.reason = reason
  }
}

/**
 * A young generation as large as usual can bring more into the old one at once than the old one may still grow by: then V8 ends
 * the whole process instead of the thread (seen with a large JSON.parse).
 */
const youngMb = 8
const lookEveryMs = 200

interface Limits {
  /** Milliseconds of processor time one task may take: a busy machine takes nothing from it. */
  cpuMs: number
  /** Milliseconds by the clock after which whoever waits is told to come back. */
  patienceMs: number
  /** Megabytes of JavaScript the thread may hold. */
  heapMb: number
  /** So many tasks may wait for their turn. */
  mostWaiting: number
  /** Milliseconds an unused thread is kept: starting one and compiling its modules takes longer than most tasks. */
  idleMs?: number
}

/** A thread for heavy work, one task after the other. */
export interface Apart {
  /** @throws ApartError when it was ended, or too many wait; the task's own error */
  run<T>(data: unknown): Promise<T>
  stop(): Promise<void>
}

/** What a thread answers to a task (apart-thread.ts). */
export type ApartAnswer = { result: unknown } | { error: unknown }

/**
 * Runs tasks on a thread of its own, in which nobody else may wait. Its module calls `serveApart`; it sees no environment. The thread
 * starts with the first task, ends when it is idle, or with a task that takes too much, and never keeps the process alive.
 */
export function createApart(module: URL, limits: Limits): Apart {
  const { cpuMs, patienceMs, heapMb, mostWaiting, idleMs = 120_000 } = limits
  const oneAtATime = pLimit(1)
  let thread: Worker | undefined
  let end: NodeJS.Timeout | undefined

  function start(): Worker {
    const forget = () => {
      if (thread === started) thread = undefined
    }
    const started = new Worker(module, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    })
    // Who waits for an answer hears of both; unheard between two tasks an error would end the process.
    started.on('error', forget)
    started.once('exit', forget)
    started.unref()
    return started
  }

  async function leave(): Promise<void> {
    const ending = thread
    // Out of reach first: nothing may be given to it while it ends.
    thread = undefined
    await ending?.terminate()
  }

  async function runNow<T>(data: unknown): Promise<T> {
    clearTimeout(end)
    thread ??= start()
    try {
      return (await answerOf(thread, data, { cpuMs, patienceMs })) as T
    } catch (error) {
      if (error instanceof ApartError) await leave()
      throw error
    } finally {
      end = setTimeout(() => void leave(), idleMs).unref()
    }
  }

  return {
    async run<T>(data: unknown) {
      if (oneAtATime.pendingCount >= mostWaiting) throw new ApartError('busy')
      return await oneAtATime(() => runNow<T>(data))
    },
    async stop() {
      clearTimeout(end)
      await leave()
    },
  }
}

async function answerOf(
  thread: Worker,
  data: unknown,
  { cpuMs, patienceMs }: Pick<Limits, 'cpuMs' | 'patienceMs'>,
): Promise<unknown> {
  const started = Date.now()
  // A thread that is starting up has no count yet: its compiling is none of the task's.
  let before: NodeJS.CpuUsage | undefined
  const ends = Promise.withResolvers<unknown>()
  const onMessage = (answer: ApartAnswer) =>
    'error' in answer ? ends.reject(answer.error) : ends.resolve(answer.result)
  const onError = (error: Error) => ends.reject(isOutOfMemory(error) ? new ApartError('memory') : error)
  const onExit = () => ends.reject(new ApartError('time'))
  const look = async () => {
    const used = await thread.cpuUsage(before).catch(() => undefined)
    if (used === undefined) return
    if (before === undefined) before = used
    else if ((used.user + used.system) / 1000 > cpuMs) ends.reject(new ApartError('time'))
    else if (Date.now() - started > patienceMs) ends.reject(new ApartError('busy'))
  }
  const timer = setInterval(() => void look(), Math.min(lookEveryMs, cpuMs))
  thread.once('message', onMessage)
  thread.once('error', onError)
  thread.once('exit', onExit)
  try {
    thread.postMessage(data)
    return await ends.promise
  } finally {
    clearInterval(timer)
    thread.off('message', onMessage)
    thread.off('error', onError)
    thread.off('exit', onExit)
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
