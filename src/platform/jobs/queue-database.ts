import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Db as BossDatabase } from 'pg-boss'
import type { Logger } from 'pino'
import { isDatabaseAway } from '#platform/db/away.ts'
import { listen } from '#platform/db/listen.ts'
import { surviveLosses } from '#platform/db/pool.ts'

export interface QueueDatabase extends BossDatabase {
  /** Waits for the database no longer: what asks it while it is away fails at once. */
  hurry(): void
  close(): Promise<void>
}

const pauseMs = 250
/**
 * Of jobs that come within this time their queue hears once, and takes them together: asking for each alone, and giving each back
 * alone, costs the database more than most of them do.
 */
const gatherMs = 100
/** Longer outages are reported to pg-boss, which retries. */
const patienceMs = 60_000

/**
 * pg-boss's way to PostgreSQL. Its own connections end the process when the database is lost; these wait until it is
 * back, so that a job done meanwhile is written down as done. Each of pg-boss's statements is a whole transaction that
 * may run twice: what was taken and not heard of comes back when its time is over.
 */
export function createQueueDatabase(options: {
  connectionString: string
  log: Logger
  maxConnections: number
}): QueueDatabase {
  const { connectionString, log } = options
  const pool = new pg.Pool({
    connectionString,
    application_name: 'aularium-jobs',
    // What a crash of the database loses of it was taken or done: that comes back and runs twice, as above. Jobs are put
    // into the queue on connections of the product, which wait for the disk.
    options: '-c synchronous_commit=off',
    max: options.maxConnections,
    connectionTimeoutMillis: 4_500,
    keepAlive: true,
  })
  surviveLosses(pool, log)
  let isHurried = false
  return {
    async executeSql(text, values) {
      const deadline = performance.now() + patienceMs
      for (;;) {
        try {
          return await pool.query(text, values)
        } catch (error) {
          if (isHurried || !isDatabaseAway(error) || performance.now() > deadline) throw error
          await pause(pauseMs)
        }
      }
    },
    async listen(channel, onNotification, onReconnect) {
      const waiting = new Set<string>()
      let timer: NodeJS.Timeout | undefined
      const tell = () => {
        const payloads = [...waiting]
        waiting.clear()
        for (const payload of payloads) onNotification(payload)
      }
      const listening = await listen({
        databaseUrl: connectionString,
        applicationName: 'aularium-jobs',
        channels: [channel],
        onNotification: (_channel, payload) => {
          if (waiting.size === 0) timer = setTimeout(tell, gatherMs).unref()
          waiting.add(payload)
        },
        onConnected: onReconnect,
      })
      return {
        close: async () => {
          await listening.stop()
          clearTimeout(timer)
        },
      }
    },
    hurry() {
      isHurried = true
    },
    close: () => pool.end(),
  }
}
