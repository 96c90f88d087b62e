import type { Argon2Parameters } from 'node:crypto'
import { Worker } from 'node:worker_threads'

export interface HashThreads {
  /** Argon2id on a free thread; the caller limits how many there are. */
  derive(parameters: Argon2Parameters): Promise<Buffer>
}

/**
 * Threads for passwords alone: in libuv's pool a login would wait for pictures, files and look-ups, and they for it.
 * They start when they are needed first and never keep the process alive on their own.
 */
export function createHashThreads(): HashThreads {
  const idle: Worker[] = []

  function start(): Worker {
    const thread = new Worker(new URL('./hash-thread.ts', import.meta.url), {
      // Not the flags of the process: its heap limits are not for ten lines.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    })
    // Who waits hears of it; unheard between two passwords it would end the process.
    thread.on('error', () => {})
    thread.once('exit', () => {
      const place = idle.indexOf(thread)
      if (place >= 0) idle.splice(place, 1)
    })
    return thread
  }

  return {
    async derive(parameters) {
      const thread = idle.pop() ?? start()
      thread.ref()
      const tag = await answerOf(thread, parameters)
      thread.unref()
      idle.push(thread)
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
