import type { Db } from '#platform/db/pool.ts'
import type { Log } from '#platform/realtime/socket.ts'
import { ackNotifications } from './queries.ts'

/** Acknowledgements are written together. */
const ackMs = 100
/** What waits to be written while the database is away. */
const mostAcks = 100_000
/** After a failed write. */
const againMs = 1_000

/** What members acknowledged and is not written yet. */
export interface Acknowledgements {
  add(ack: { accountId: number; id: number }): void
  /** Writes what is left, and nothing more afterwards by itself. */
  stop(): Promise<void>
}

/** Writes acknowledgements a moment after they came, and again where that failed. */
export function createAcknowledgements({ db, log }: { db: Db; log: Log }): Acknowledgements {
  let waiting: { accountId: number; id: number }[] = []
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function write(): Promise<void> {
    timer = undefined
    const taken = waiting
    waiting = []
    if (taken.length === 0) return
    try {
      await ackNotifications(db, taken)
    } catch (error) {
      log.warn({ err: error }, 'acknowledgements not written')
      // Who stays would never be asked again. What is lost all the same is delivered once more, and its id is known.
      waiting = [...taken, ...waiting].slice(-mostAcks)
      writeSoon(againMs)
    }
  }

  function writeSoon(ms = ackMs): void {
    if (!isStopped) timer ??= setTimeout(() => void write(), ms)
  }

  return {
    add(ack) {
      waiting.push(ack)
      writeSoon()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await write()
    },
  }
}
