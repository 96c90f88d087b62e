import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { ProductError } from '#shared/errors.ts'
import type { ChildAnswer, ChildTask, Documents } from './documents.ts'

interface Options {
  /** Children at the same time. */
  children?: number
  /** Milliseconds one document may take. */
  timeoutMs?: number
  /** Megabytes a child may hold; a document that needs more ends it. */
  memoryMb?: number
  /** Milliseconds an unused child is kept warm. */
  idleMs?: number
}

interface Worker {
  child: ChildProcess
  idle: NodeJS.Timeout | undefined
}

/** Out of time, memory or luck: says nothing about whether the file is a PDF. */
class ChildLost extends Error {
  override readonly name = 'ChildLost'
}

/**
 * PDFium in child processes: a file made to break it breaks a child. A child serves many documents one after the
 * other, because starting one costs more than most documents do; it is ended when it hangs, swells or is idle.
 */
export function createPreviewMaker(options: Options = {}): Documents {
  const { children = 2, timeoutMs = 60_000, memoryMb = 768, idleMs = 20_000 } = options
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const waiting: ((worker: Worker) => void)[] = []

  function start(): Worker {
    const child = fork(new URL('./render-pdf.ts', import.meta.url), {
      execArgv: ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      // It needs to find its packages and nothing else: no secrets of the house.
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const worker: Worker = { child, idle: undefined }
    all.add(worker)
    child.unref()
    child.channel?.unref()
    child.once('exit', () => {
      all.delete(worker)
      const place = idle.indexOf(worker)
      if (place >= 0) idle.splice(place, 1)
      if (waiting.length > 0 && all.size < children) waiting.shift()?.(start())
    })
    return worker
  }

  async function take(): Promise<Worker> {
    const warm = idle.pop()
    if (warm) {
      clearTimeout(warm.idle)
      return warm
    }
    if (all.size < children) return start()
    return new Promise((resolve) => waiting.push(resolve))
  }

  function giveBack(worker: Worker): void {
    if (!worker.child.connected || worker.child.killed) return
    const next = waiting.shift()
    if (next) {
      next(worker)
      return
    }
    worker.idle = setTimeout(() => worker.child.kill('SIGKILL'), idleMs)
    worker.idle.unref()
    idle.push(worker)
  }

  async function ask(task: ChildTask, signal?: AbortSignal): Promise<ChildAnswer> {
    signal?.throwIfAborted()
    const worker = await take()
    try {
      return await conversation(worker.child, task, { timeoutMs, memoryMb, signal })
    } finally {
      giveBack(worker)
    }
  }

  return {
    async inspect(path) {
      try {
        const answer = await ask({ task: 'inspect', source: path })
        return 'inspection' in answer ? answer.inspection : { state: 'invalid' }
      } catch (error) {
        if (error instanceof ChildLost) return { state: 'invalid' }
        throw error
      }
    },
    async render(source, { cover, previews, signal }) {
      const answer = await ask({ task: 'render', source, cover, previews }, signal)
      if ('failure' in answer) throw new ProductError('pdf_invalid', { cause: new Error(answer.failure) })
      if (!answer.document) throw new ProductError('pdf_invalid')
      const { document } = answer
      // IPC hands typed arrays over; the rest of the house speaks Buffer.
      const asBuffer = (page: { data: Uint8Array; width: number; height: number }) => ({
        ...page,
        data: Buffer.from(page.data.buffer, page.data.byteOffset, page.data.byteLength),
      })
      return {
        pageCount: document.pageCount,
        cover: document.cover && asBuffer(document.cover),
        previews: document.previews.map(asBuffer),
      }
    },
    async stop() {
      await Promise.all(
        [...all].map(({ child }) => {
          const ended = new Promise((resolve) => child.once('exit', resolve))
          child.kill('SIGKILL')
          return ended
        }),
      )
    },
  }
}

/** One question and its answer; whatever goes wrong, the child is killed and will not be used again. */
function conversation(
  child: ChildProcess,
  task: ChildTask,
  { timeoutMs, memoryMb, signal }: { timeoutMs: number; memoryMb: number; signal: AbortSignal | undefined },
): Promise<ChildAnswer> {
  return new Promise((resolve, reject) => {
    const finish = (end: () => void) => {
      clearTimeout(deadline)
      clearInterval(watch)
      child.off('message', onMessage)
      child.off('exit', onExit)
      child.off('error', onError)
      signal?.removeEventListener('abort', onAbort)
      child.channel?.unref()
      end()
    }
    const kill = (error: Error) => {
      child.kill('SIGKILL')
      finish(() => reject(error))
    }
    const onMessage = (answer: unknown) => finish(() => resolve(answer as ChildAnswer))
    const onExit = () => finish(() => reject(new ChildLost('the child ended')))
    const onError = (cause: Error) => kill(new ChildLost('the child could not be reached', { cause }))
    const onAbort = () => kill(new Error('aborted', { cause: signal?.reason }))
    const deadline = setTimeout(() => kill(new ChildLost('the child took too long')), timeoutMs)
    const watch = setInterval(async () => {
      const resident = await residentMb(child.pid)
      if (resident > memoryMb) kill(new ChildLost('the child took too much memory'))
    }, 500)
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.on('error', onError)
    signal?.addEventListener('abort', onAbort)
    child.channel?.ref()
    child.send(task)
  })
}

/** WebAssembly memory is outside every heap limit of Node; Linux tells the truth, elsewhere 4 GB of wasm is the end. */
async function residentMb(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return (Number(text.split(' ')[1] ?? 0) * 4096) / (1024 * 1024)
}
