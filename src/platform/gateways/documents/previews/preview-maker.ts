import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { ProductError } from '#platform/errors.ts'
import { drawMs, examineMs } from '#platform/limits.ts'
import { createFairLimit } from '../../fair-limit.ts'
import type { ChildAnswer, ChildTask, Documents, RenderedPage } from '../documents.ts'
import { createWorkers, type Worker } from './preview-workers.ts'

interface Options {
  /** Children at the same time for what somebody waits for, and as many for previews. */
  children?: number
  /** Milliseconds of processor time one document may take, whatever is done with it. */
  timeoutMs?: number
  /** Wall-clock milliseconds after which a caller is told that the machine is busy; the limit is six times this where it is not set. */
  patienceMs?: number
  /** Megabytes a child may hold; a document that needs more ends it. */
  memoryMb?: number
  /** Milliseconds an unused child is kept warm. */
  idleMs?: number
}

/** A large archive is unpacked whole: so fast at least. */
const examinedBytesPerMs = 5_000

/** By the clock a document may take so many times the processor time it may take: then the machine is busy, not the file large. */
const patience = 6
const retryAfterSeconds = 30

/** Signals that no fault of a program sends. */
const fromOutside: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])

/** Out of time, memory or luck: says nothing about whether the file is a PDF. */
class ChildLost extends Error {
  override readonly name = 'ChildLost'
}

/** It took its time of the processor: that is counted for each document alone. */
class TookTooLong extends ChildLost {}

/**
 * PDFium in child processes: a file made to break it breaks a child. A child serves many documents one after the
 * other, because starting one costs more than most documents do; it is ended when it hangs, swells or is idle. What
 * somebody waits for has places of its own, and nobody has all places.
 */
export function createPreviewMaker(options: Options = {}): Documents {
  const { children = 2, timeoutMs, patienceMs, memoryMb = 768, idleMs = 20_000 } = options
  const workers = createWorkers(idleMs)
  const places = { most: children, perOwner: Math.max(1, children - 1) }
  const lanes = {
    waitedFor: { limit: createFairLimit(places), ms: timeoutMs ?? examineMs },
    later: { limit: createFairLimit(places), ms: timeoutMs ?? drawMs },
  }

  function ask(
    task: ChildTask,
    {
      owner,
      lane,
      signal,
      moreMs = 0,
    }: { owner: string; lane: keyof typeof lanes; signal?: AbortSignal | undefined; moreMs?: number },
  ): Promise<ChildAnswer> {
    const { limit, ms } = lanes[lane]
    return limit(owner, async () => {
      const limits = {
        timeoutMs: ms + moreMs,
        patienceMs: patienceMs ?? (ms + moreMs) * patience,
        memoryMb,
        signal,
      }
      const askOne = async (worker: Worker) => {
        signal?.throwIfAborted()
        try {
          return await conversation(worker.child, task, limits)
        } finally {
          workers.giveBack(worker)
        }
      }
      const worker = workers.take()
      const { isWarm } = worker
      return askOne(worker).catch((error: unknown) => {
        // What the documents before it left in a child is not the fault of this one.
        if (isWarm && error instanceof ChildLost && !(error instanceof TookTooLong))
          return askOne(workers.start())
        throw error
      })
    })
  }

  /** What is worth no second try while somebody waits: the file is to blame for it. */
  const examine = (task: ChildTask, owner: string, moreMs = 0) =>
    ask(task, { owner, lane: 'waitedFor', moreMs }).catch((error: unknown) => {
      if (error instanceof ChildLost) return undefined
      throw error
    })

  return {
    async inspect(path, owner) {
      const answer = await examine({ task: 'inspect', source: path }, owner)
      return answer && 'inspection' in answer ? answer.inspection : { state: 'invalid' }
    },
    async examine(task, owner, sizeBytes) {
      const answer = await examine(
        { task: 'examine', ...task },
        owner,
        Math.ceil(sizeBytes / examinedBytesPerMs),
      )
      if (answer && 'examination' in answer) return answer.examination
      return { state: 'refused', code: task.kind === 'pdf' ? 'pdf_invalid' : 'file_broken' }
    },
    async picture(path, owner, wish) {
      const answer = await examine({ task: 'picture', source: path, ...wish }, owner)
      return answer && 'picture' in answer ? asBuffer(answer.picture) : undefined
    },
    async stamp(source, { owner, overlay, target, isUrgent }) {
      const task = { task: 'stamp', source, overlay, target } as const
      const lane = isUrgent ? 'waitedFor' : 'later'
      const answer = await ask(task, { owner, lane }).catch((error: unknown) => {
        if (error instanceof ChildLost) return undefined
        throw error
      })
      return answer !== undefined && 'isStamped' in answer && answer.isStamped
    },
    async looks(source, { owner, kind, most }) {
      const answer = await ask({ task: 'looks', source, kind, most }, { owner, lane: 'later' })
      return 'seen' in answer ? answer.seen : { looks: [], palePages: null }
    },
    async render(source, { owner, kind = 'pdf', isUrgent, cover, previews, signal }) {
      const lane = isUrgent ? 'waitedFor' : 'later'
      const answer = await ask({ task: 'render', source, kind, cover, previews }, { owner, lane, signal })
      if ('failure' in answer) throw new ProductError('pdf_invalid', { cause: new Error(answer.failure) })
      if (!('document' in answer) || !answer.document) throw new ProductError('pdf_invalid')
      const { document } = answer
      const withBuffer = <P extends RenderedPage>(page: P): P => ({ ...page, data: asBuffer(page.data) })
      return {
        ...document,
        cover: document.cover && withBuffer(document.cover),
        previews: document.previews.map(withBuffer),
      }
    },
    stop: workers.stop,
  }
}

/** IPC hands typed arrays over; the rest of the product speaks Buffer. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

interface ChildLimits {
  timeoutMs: number
  patienceMs: number
  memoryMb: number
  signal: AbortSignal | undefined
}

/** One question and its answer; whatever goes wrong, the child is killed and will not be used again. */
function conversation(
  child: ChildProcess,
  task: ChildTask,
  { timeoutMs, patienceMs, memoryMb, signal }: ChildLimits,
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
    const onExit = (code: number | null, ended: NodeJS.Signals | null) => {
      const lost = new ChildLost(`the child ended (${ended ?? `code ${code}`})`)
      // Ended from outside, for example where the machine has no memory left: the file is not to blame.
      const isTaken = ended !== null && fromOutside.has(ended)
      finish(() => reject(isTaken ? new ProductError('busy', { cause: lost, retryAfterSeconds }) : lost))
    }
    const onError = (cause: Error) => kill(new ChildLost('the child could not be reached', { cause }))
    const onAbort = () => kill(new Error('aborted', { cause: signal?.reason }))
    const isBusy = () => kill(new ProductError('busy', { retryAfterSeconds }))
    const deadline = setTimeout(isBusy, patienceMs)
    const before = processorMs(child.pid)
    const watch = setInterval(
      async () => {
        const [resident, used] = [
          await residentMb(child.pid),
          (await processorMs(child.pid)) - (await before),
        ]
        if (resident > memoryMb) kill(new ChildLost('the child took too much memory'))
        else if (used > timeoutMs) kill(new TookTooLong('the child took too long'))
      },
      Math.min(500, timeoutMs),
    )
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

/** What a process has had of the processor, in milliseconds, as Linux counts it (proc(5), hundredths of a second); elsewhere nobody counts. */
async function processorMs(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Behind the name in brackets, which may hold blanks: user and system time are fields 14 and 15.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}
