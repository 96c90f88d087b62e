import { setTimeout as pause } from 'node:timers/promises'

export interface Watch {
  /** Starts nothing more and waits for a start under way. */
  stop(): Promise<void>
}

interface Options {
  isAlive: () => Promise<boolean>
  /** Starts the server, or joins one that runs. */
  start: () => Promise<void>
  log: { warn(details: object, message: string): void } | undefined
}

const lookEveryMs = 250
const longestPauseMs = 5_000

/** Looks after a server and starts it again whenever it is gone: one start at a time, later and later while they fail. */
export function watch({ isAlive, start, log }: Options): Watch {
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (ms: number) => pause(ms, undefined, { signal, ref: false }).catch(() => undefined)

  async function bringBack(): Promise<void> {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        return await start()
      } catch (error) {
        log?.warn({ err: error, attempt }, 'database does not start')
        await rest(Math.min(longestPauseMs, lookEveryMs * 2 ** attempt))
      }
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await rest(lookEveryMs)
      if (signal.aborted || (await isAlive())) continue
      log?.warn({}, 'database is gone: it is started again')
      await bringBack()
    }
  }

  const done = run()
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}
