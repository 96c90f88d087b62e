import type { Argon2Parameters } from 'node:crypto'
import { Worker } from 'node:worker_threads'

interface Modules {
  crypto: typeof import('node:crypto')
  os: typeof import('node:os')
  threads: typeof import('node:worker_threads')
}

export interface HashThreads {
  /** Argon2id on a free thread; the caller limits how many there are. */
  derive(parameters: Argon2Parameters): Promise<Buffer>
}

/** Runs in the thread: one password at a time. */
function hashEach({ crypto, os, threads: { parentPort } }: Modules): void {
  // On Linux a thread has a priority of its own: where cores are short, pages go before passwords.
  if (process.platform === 'linux')
    os.setPriority(0, Math.max(os.getPriority(0), os.constants.priority.PRIORITY_BELOW_NORMAL))
  parentPort?.on('message', (parameters: Argon2Parameters) => {
    parentPort.postMessage(crypto.argon2Sync('argon2id', parameters))
  })
}

/** As text: to read a file of ours, each thread would load what removes types, which takes as much memory as the rest of it. */
const hashing = `(${hashEach})({ crypto: require('node:crypto'), os: require('node:os'), threads: require('node:worker_threads') })`

interface Idle {
  thread: Worker
  end: NodeJS.Timeout
}

/**
 * Threads for passwords alone: in libuv's pool a login would wait for pictures, files and look-ups, and they for it.
 * They start when they are needed and never keep the process alive on their own; each takes 12 MB, so one that nobody has needed
 * for `idleMs` is ended.
 */
export function createHashThreads(idleMs = 30_000): HashThreads {
  const idle: Idle[] = []

  function start(): Worker {
    const thread = new Worker(hashing, {
      eval: true,
      // Not the flags of the process: its heap limits are not for ten lines.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    })
    // Who waits hears of it; unheard between two passwords it would end the process.
    thread.on('error', () => {})
    thread.once('exit', () => leaveIdle(thread))
    return thread
  }

  function take(): Worker {
    const last = idle.pop()
    if (last === undefined) return start()
    clearTimeout(last.end)
    return last.thread
  }

  function giveBack(thread: Worker): void {
    const end = setTimeout(() => {
      // Out of the list first: nobody may be given it while it ends.
      leaveIdle(thread)
      void thread.terminate()
    }, idleMs)
    idle.push({ thread, end: end.unref() })
  }

  function leaveIdle(thread: Worker): void {
    const place = idle.findIndex((each) => each.thread === thread)
    if (place < 0) return
    clearTimeout(idle[place]?.end)
    idle.splice(place, 1)
  }

  return {
    async derive(parameters) {
      const thread = take()
      thread.ref()
      const tag = await answerOf(thread, parameters)
      thread.unref()
      giveBack(thread)
      return tag
    },
  }
}

/** A thread that fails ends, and another takes its place. */
function answerOf(thread: Worker, parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onMessage = (tag: Uint8Array) => {
      leave()
      resolve(Buffer.from(tag.buffer, tag.byteOffset, tag.byteLength))
    }
    const onError = (cause: unknown) => {
      leave()
      reject(new Error('a password thread failed', { cause }))
    }
    const onExit = () => onError(new Error('it ended'))
    const leave = () => {
      thread.off('message', onMessage)
      thread.off('error', onError)
      thread.off('exit', onExit)
    }
    thread.on('message', onMessage)
    thread.on('error', onError)
    thread.on('exit', onExit)
    thread.postMessage(parameters)
  })
}
