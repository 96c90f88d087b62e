import type { Argon2Parameters } from 'node:crypto'
import { Worker } from 'node:worker_threads'

export interface HashThreads {
  /** Argon2id on a free thread; the caller limits how many there are. */
  derive(parameters: Argon2Parameters): Promise<Buffer>
}

interface Idle {
  thread: Worker
  end: NodeJS.Timeout
}

/**
 * Threads for passwords alone: in libuv's pool a login would wait for pictures, files and look-ups, and they for it.
 * They start when they are needed and never keep the process alive on their own; each takes 20 MB, so one that nobody has needed
 * for `idleMs` is ended.
 */
export function createHashThreads(idleMs = 30_000): HashThreads {
  const idle: Idle[] = []

  function start(): Worker {
    const thread = new Worker(new URL('./hash-thread.ts', import.meta.url), {
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
