import type { Logger } from 'pino'
import { isDatabaseAway } from '#platform/db/away.ts'

interface Options {
  log: Pick<Logger, 'error' | 'fatal'>
  /** Ends the process as a signal would: what came is answered first. */
  end: () => void
}

/**
 * What happens to an error nobody caught. A promise that nobody waited for and a lost connection are faults of one task:
 * they are logged, and all others go on. After any other throw nobody knows what was left half done: it is logged, what
 * came is answered, and the process ends with an error, so that its supervisor starts another one.
 */
export function createFaultHandlers({ log, end }: Options) {
  return {
    unhandledRejection(error: unknown): void {
      log.error({ err: error }, 'a promise failed unheard')
    },
    uncaughtException(error: unknown): void {
      if (isDatabaseAway(error)) {
        log.error({ err: error }, 'a connection was lost unheard')
        return
      }
      log.fatal({ err: error }, 'unknown state: this process ends')
      end()
    },
  }
}
