import { notificationLimits } from '#platform/limits.ts'
import type { Log } from './socket.ts'

/** NOTIFY of the database: sessions ended, by whatever way (migration `20261128-1802_sessions_ended`). */
export const sessionsEndedChannel = 'sessions_ended'

/** Ends of one moment are looked after together. */
const gatherMs = 20

export interface SessionWatch {
  /** A session ended in some process. */
  soon(): void
  stop(): void
}

/**
 * Runs `closeEnded` when a session ends, and every half minute for those whose time is over.
 * @param closeEnded closes the sockets whose session is no more
 */
export function watchSessions({
  log,
  closeEnded,
}: {
  log: Log
  closeEnded: () => Promise<void>
}): SessionWatch {
  let timer: NodeJS.Timeout | undefined
  const check = () =>
    closeEnded().catch((error: unknown) => log.warn({ err: error }, 'sessions of open sockets not checked'))
  const watch = setInterval(check, notificationLimits.sessionCheckMs).unref()
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined
        void check()
      }, gatherMs)
    },
    stop() {
      clearInterval(watch)
      clearTimeout(timer)
    },
  }
}
