import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'

/** A hash to make, or to compare with one that is stored. */
export interface HashTask {
  password: string
  /** PHC string; without, one is made. */
  stored: string | undefined
  options: Options
}

/** What `hash` or `verify` of the package answers. */
type Answer = string | boolean

export interface SpareThread {
  /** Undefined when it found no time, and whoever asks does it elsewhere. */
  run(task: HashTask): Promise<Answer | undefined>
}

interface Modules {
  argon2: typeof import('@node-rs/argon2')
  childProcess: typeof import('node:child_process')
  fs: typeof import('node:fs')
  threads: typeof import('node:worker_threads')
}

/** Runs in the thread: one password at a time, in the order they came. */
function hashEach({ argon2, childProcess, fs, threads: { parentPort } }: Modules): void {
  // The scheduler's idle class, by util-linux: lower priority alone would let a turn go on to its end. Without it, it is a thread like any.
  if (process.platform === 'linux') {
    const own = fs.readlinkSync('/proc/thread-self').split('/').at(-1)
    childProcess.spawnSync('chrt', ['--idle', '--pid', '0', String(own)], { stdio: 'ignore' })
  }
  parentPort?.on('message', ({ password, stored, options }: HashTask) => {
    parentPort.postMessage(
      stored === undefined ? argon2.hashSync(password, options) : argon2.verifySync(stored, password),
    )
  })
}

/** As text: to read a file of ours, the thread would load what removes types, which takes as much memory as the rest of it. */
const hashing = `(${hashEach})({
  argon2: require(require('node:worker_threads').workerData), childProcess: require('node:child_process'),
  fs: require('node:fs'), threads: require('node:worker_threads'),
})`
const argon2Path = fileURLToPath(import.meta.resolve('@node-rs/argon2'))

/** One password in the line of the thread. */
interface Waiting {
  task: HashTask
  /** Whoever asked did it elsewhere meanwhile. */
  isGivenUp: boolean
  answer(answer: Answer | undefined): void
}

/**
 * A thread that works when a core has nothing else to do: pages do not wait for logins. Where the machine has no such moment within
 * `patienceMs`, or more than `mostWaiting` wait, the answer is undefined. It starts when it is needed, takes 12 MB, is ended when
 * nobody has needed it for `idleMs`, and never keeps the process alive.
 */
export function createSpareThread({ patienceMs = 150, mostWaiting = 3, idleMs = 30_000 } = {}): SpareThread {
  const line: Waiting[] = []
  let thread: Worker | undefined
  let end: NodeJS.Timeout | undefined

  function start(): Worker {
    // Not the flags of the process: its heap limits are not for ten lines.
    const started = new Worker(hashing, {
      eval: true,
      workerData: argon2Path,
      execArgv: [],
      env: { PATH: process.env.PATH },
    })
    started.on('message', (answer: Answer) => {
      line.shift()?.answer(answer)
      next()
    })
    // Who waits is answered by its exit; unheard between two passwords an error would end the process.
    started.on('error', () => {})
    started.once('exit', () => {
      if (thread !== started) return
      thread = undefined
      for (const { answer } of line.splice(0)) answer(undefined)
    })
    started.unref()
    return started
  }

  /** The first in line is with the thread; the others follow one by one, so that what has been given up is not done. */
  function next(): void {
    const first = line[0]
    if (first !== undefined) return void thread?.postMessage(first.task)
    end = setTimeout(leave, idleMs).unref()
  }

  function leave(): void {
    const ending = thread
    // Out of reach first: nothing may be given to it while it ends.
    thread = undefined
    void ending?.terminate()
  }

  return {
    run(task) {
      // A thread that found no time for the last one finds none for the next.
      if (line.length >= mostWaiting || line[0]?.isGivenUp) return Promise.resolve(undefined)
      clearTimeout(end)
      thread ??= start()
      return new Promise((resolve) => {
        const waiting: Waiting = { task, isGivenUp: false, answer: resolve }
        const patience = setTimeout(() => giveUp(waiting), patienceMs)
        waiting.answer = (answer) => {
          clearTimeout(patience)
          resolve(answer)
        }
        line.push(waiting)
        if (line.length === 1) next()
      })
    },
  }

  function giveUp(waiting: Waiting): void {
    const place = line.indexOf(waiting)
    // The first one is being worked on: it stays, so that the thread counts as busy until it has found its time.
    if (place > 0) line.splice(place, 1)
    waiting.isGivenUp = true
    waiting.answer(undefined)
  }
}
