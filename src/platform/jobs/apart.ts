import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { ApartAnswer } from './apart-messages.ts'

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
/** A thread compiles its modules before its first task; on a machine with much to do that takes long and says nothing of the task. */
const startPatienceMs = 60_000

interface Limits {
  /** Milliseconds of processor time one task may take: a busy machine takes nothing from it. */
  cpuMs: number
  /** Milliseconds by the clock after which the caller gets 503 with Retry-After. */
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

/**
 * Runs tasks on a thread of its own, in which nobody else may wait. Its module calls `serveApart`; it sees no environment. The thread
 * starts with the first task, whose time begins when it has, ends when it is idle, or with a task that takes too much, and never keeps the process alive.
 */
export function createApart(module: URL, limits: Limits): Apart {
  const { cpuMs, patienceMs, heapMb, mostWaiting, idleMs = 120_000 } = limits
  const oneAtATime = pLimit(1)
  let thread: { worker: Worker; ready: Promise<void> } | undefined
  let end: NodeJS.Timeout | undefined

  function start() {
    const forget = () => {
      if (thread === started) thread = undefined
    }
    const worker = new Worker(module, {
      execArgv: preloads(process.execArgv),
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    })
    const started = { worker, ready: readiness(worker) }
    // Who waits for an answer hears of both; unheard between two tasks an error would end the process.
    worker.on('error', forget)
    worker.once('exit', forget)
    worker.unref()
    return started
  }

  async function leave(): Promise<void> {
    const ending = thread
    // Out of reach first: nothing may be given to it while it ends.
    thread = undefined
    await ending?.worker.terminate()
  }

  async function runNow<T>(data: unknown): Promise<T> {
    clearTimeout(end)
    thread ??= start()
    try {
      const { worker, ready } = thread
      await ready
      return (await answerOf(worker, data, { cpuMs, patienceMs })) as T
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

/** What a module of the product needs before it, such as the sources without types (built-sources.mjs). */
function preloads(argv: readonly string[]): string[] {
  return argv.flatMap((arg, at) => {
    if (arg === '--import') return [arg, argv[at + 1] ?? '']
    return arg.startsWith('--import=') ? [arg] : []
  })
}

/** Settles when the thread has loaded its modules. @throws ApartError busy: not within patience; memory; what broke its start */
async function readiness(worker: Worker): Promise<void> {
  const starts = Promise.withResolvers<void>()
  const onMessage = () => starts.resolve()
  const onError = (error: Error) => starts.reject(isOutOfMemory(error) ? new ApartError('memory') : error)
  const onExit = () => starts.reject(new ApartError('busy'))
  const timer = setTimeout(() => starts.reject(new ApartError('busy')), startPatienceMs).unref()
  worker.once('message', onMessage)
  worker.once('error', onError)
  worker.once('exit', onExit)
  try {
    await starts.promise
  } finally {
    clearTimeout(timer)
    worker.off('message', onMessage)
    worker.off('error', onError)
    worker.off('exit', onExit)
  }
}

async function answerOf(
  thread: Worker,
  data: unknown,
  { cpuMs, patienceMs }: Pick<Limits, 'cpuMs' | 'patienceMs'>,
): Promise<unknown> {
  const started = Date.now()
  let before: NodeJS.CpuUsage | undefined
  const ends = Promise.withResolvers<unknown>()
  const onMessage = (answer: ApartAnswer) =>
    'error' in answer ? ends.reject(answer.error) : ends.resolve(answer.result)
  const onError = (error: Error) => ends.reject(isOutOfMemory(error) ? new ApartError('memory') : error)
  const onExit = () => ends.reject(new ApartError('time'))
  const look = async () => {
    const used = await thread.cpuUsage(before).catch(() => undefined)
    if (used === undefined) return
    if ((used.user + used.system) / 1000 > cpuMs) ends.reject(new ApartError('time'))
    else if (Date.now() - started > patienceMs) ends.reject(new ApartError('busy'))
  }
  const timer = setInterval(() => void look(), Math.min(lookEveryMs, cpuMs))
  thread.once('message', onMessage)
  thread.once('error', onError)
  thread.once('exit', onExit)
  try {
    before = await thread.cpuUsage().catch(() => undefined)
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
