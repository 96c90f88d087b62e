import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Db } from '../db/pool.ts'
import type { PaymentStatus } from '../gateways/payments/payment-provider.ts'

/** Every job of the house and what it carries. Its handler is a row of table.ts, its retry rules a row below. */
export interface JobMap {
  send_mail: { mailId: number }
  make_previews: { world: LiveWorldCode; materialId: number }
  sandbox_webhook: { reference: string; status: PaymentStatus; eventId: string }
  expire_orders: Record<string, never>
  /** Stored files nothing points to any more. */
  delete_files: { keys: string[] }
  relay_outbox: Record<string, never>
  clean_sessions: Record<string, never>
  mail_saved_searches: Record<string, never>
  mail_rating_requests: Record<string, never>
  clean_idempotency_keys: Record<string, never>
  announce_pages: Record<string, never>
  clean_mail_links: Record<string, never>
}
export type JobName = keyof JobMap

export interface JobOptions {
  /** Not before this many seconds from now. */
  delaySeconds?: number
  /** Names what a job of a `isOnce` queue is about: while one waits, a second is not needed and not made. */
  onceKey?: string
  /** After everything of its kind that somebody waits for. */
  isLast?: boolean
}

export interface Queue {
  /** Puts a job into the caller's transaction: it exists if, and only if, that transaction commits. */
  send<N extends JobName>(tx: Db, name: N, data: JobMap[N], options?: JobOptions): Promise<void>
  /** Runs `handler` for every job of that name; a throw is retried with backoff. Call after `start`. */
  work<N extends JobName>(name: N, handler: (data: JobMap[N]) => Promise<void>, cron?: string): Promise<void>
  start(): Promise<void>
  /** Takes no new jobs and waits for those under way. */
  stop(): Promise<void>
}

interface Rules {
  /** Jobs of that name this process runs at the same time. */
  concurrency: number
  retryLimit: number
  retryDelay: number
  retryDelayMax: number
  /** A job that runs longer is given to somebody else. */
  expireInSeconds: number
  /** One waiting job per `onceKey`; every job of such a queue needs a key. */
  isOnce?: true
}

const rules: Record<JobName, Rules> = {
  // About two days of trying: mail servers are down for a night, and greylisting wants minutes.
  send_mail: { concurrency: 4, retryLimit: 12, retryDelay: 15, retryDelayMax: 21_600, expireInSeconds: 120 },
  // Two pdfium children at most: previews must not starve the web process on two cores.
  make_previews: {
    concurrency: 2,
    retryLimit: 3,
    retryDelay: 5,
    retryDelayMax: 300,
    expireInSeconds: 300,
    isOnce: true,
  },
  sandbox_webhook: {
    concurrency: 2,
    retryLimit: 10,
    retryDelay: 2,
    retryDelayMax: 3600,
    expireInSeconds: 60,
  },
  delete_files: { concurrency: 1, retryLimit: 5, retryDelay: 60, retryDelayMax: 3600, expireInSeconds: 300 },
  relay_outbox: { concurrency: 1, retryLimit: 2, retryDelay: 5, retryDelayMax: 60, expireInSeconds: 60 },
  expire_orders: { concurrency: 1, retryLimit: 3, retryDelay: 60, retryDelayMax: 600, expireInSeconds: 300 },
  mail_saved_searches: {
    concurrency: 1,
    retryLimit: 3,
    retryDelay: 300,
    retryDelayMax: 3600,
    expireInSeconds: 3600,
  },
  mail_rating_requests: {
    concurrency: 1,
    retryLimit: 3,
    retryDelay: 300,
    retryDelayMax: 3600,
    expireInSeconds: 3600,
  },
  // About two days: what could not be said then is said with the next change.
  announce_pages: {
    concurrency: 1,
    retryLimit: 12,
    retryDelay: 30,
    retryDelayMax: 21_600,
    expireInSeconds: 600,
    isOnce: true,
  },
  clean_idempotency_keys: {
    concurrency: 1,
    retryLimit: 3,
    retryDelay: 60,
    retryDelayMax: 600,
    expireInSeconds: 300,
  },
  clean_mail_links: {
    concurrency: 1,
    retryLimit: 3,
    retryDelay: 60,
    retryDelayMax: 600,
    expireInSeconds: 300,
  },
  clean_sessions: { concurrency: 1, retryLimit: 3, retryDelay: 60, retryDelayMax: 600, expireInSeconds: 300 },
}

/** How often a job is tried in all. */
export function jobAttempts(name: JobName): number {
  return rules[name].retryLimit + 1
}

const jobNames = Object.keys(rules) as JobName[]
const deadLetter = 'dead_letter'

/**
 * The queue on pg-boss, in schema `jobs` of the product's own database. `connectionString` must reach PostgreSQL
 * directly: LISTEN does not survive a transaction pooler. `role` 'work' also supervises (expiry, retries, cron).
 */
export function createQueue(options: {
  connectionString: string
  log: Logger
  role: 'send' | 'work'
  maxConnections?: number
}): Queue {
  const { log, role } = options
  const isWorker = role === 'work'
  const boss = new PgBoss({
    connectionString: options.connectionString,
    schema: 'jobs',
    application_name: 'aularium-jobs',
    max: options.maxConnections ?? 3,
    useListenNotify: isWorker,
    supervise: isWorker,
    schedule: isWorker,
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue error'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'queue warning'))

  return {
    async send(tx, name, data, { delaySeconds, onceKey, isLast = false } = {}) {
      await boss.send(name, data, {
        db: fromKysely(tx),
        ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
        ...(onceKey === undefined ? {} : { singletonKey: onceKey }),
        ...(isLast && { priority: -1 }),
      })
    },

    async work(name, handler, cron) {
      const { concurrency } = rules[name]
      await boss.work<JobMap[typeof name]>(
        name,
        // NOTIFY wakes for new jobs only: polling is what finds delayed ones and second tries.
        {
          localConcurrency: concurrency,
          batchSize: 1,
          pollingIntervalSeconds: 2,
          notifyPollingIntervalSeconds: 3,
        },
        async (jobs) => {
          for (const job of jobs) {
            try {
              await handler(job.data)
            } catch (error) {
              log.warn({ err: error, job: name, jobId: job.id }, 'job failed and will be tried again')
              throw error
            }
          }
        },
      )
      if (cron !== undefined) await boss.schedule(name, cron, {})
    },

    async start() {
      await boss.start()
      await createQueues(boss)
      if (isWorker) await logDeadJobs(boss, log)
    },

    async stop() {
      await boss.stop({ graceful: true, timeout: 15_000 })
    },
  }
}

async function createQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(deadLetter, { notify: true, retryLimit: 0 })
  for (const name of jobNames) {
    const { concurrency: _, isOnce, ...retries } = rules[name]
    const settings = { ...retries, retryBackoff: true, deadLetter, notify: true }
    await boss.createQueue(name, { ...settings, policy: isOnce ? 'short' : 'standard' })
    await boss.updateQueue(name, settings)
  }
}

/** A job that failed for good is one log line for the operator; its data stay in the queue's table for a redrive. */
async function logDeadJobs(boss: PgBoss, log: Logger): Promise<void> {
  await boss.work(deadLetter, { pollingIntervalSeconds: 5 }, async (jobs) => {
    for (const job of jobs) log.error({ jobId: job.id, data: job.data }, 'job given up')
  })
}
