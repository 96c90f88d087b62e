import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from '#platform/db/pool.ts'
import type { JobType } from './job.ts'
import { createQueueDatabase } from './queue-database.ts'

export interface JobOptions {
  /** Not before this many seconds from now. */
  delaySeconds?: number
  /** Names what a job of a `isOnce` queue is about: while one waits, a second is not needed and not made. */
  onceKey?: string
  /** Whose job it is, for queues with turns. */
  owner?: string
  /** Below every job of its kind that a person waits for. */
  isLast?: boolean
}

export interface Queue {
  /** Puts a job into the caller's transaction: it exists if, and only if, that transaction commits. */
  send<D extends object>(tx: Db, type: JobType<D>, data: D, options?: JobOptions): Promise<void>
  /** Runs `handler` for every job of that kind; a throw is retried with backoff. Call after `start`. */
  work<D extends object>(type: JobType<D>, handler: (data: D) => Promise<void>, cron?: string): Promise<void>
  start(): Promise<void>
  /** Takes no new jobs and waits for those under way; what takes too long is given back. */
  stop(): Promise<void>
}

const deadLetter = 'dead_letter'

/**
 * Whoever works on a job says so twice in this time; a job of a process that was killed is given to somebody else after it, however
 * long the job itself may take. Seconds, with the minute between two looks added.
 */
const silentSeconds = 60

/**
 * The queue on pg-boss, in schema `jobs` of the product's own database. `connectionString` must reach PostgreSQL
 * directly: LISTEN does not survive a transaction pooler. `role` 'work' also supervises (expiry, retries, cron).
 */
export function createQueue(options: {
  connectionString: string
  log: Logger
  role: 'send' | 'work'
  /** Every kind of job of the product. */
  types: readonly JobType[]
  maxConnections?: number
  /** How often jobs of the dead are looked for. */
  superviseSeconds?: number
}): Queue {
  const { log, role } = options
  const isWorker = role === 'work'
  const database = createQueueDatabase({
    connectionString: options.connectionString,
    log,
    maxConnections: options.maxConnections ?? 3,
  })
  const boss = new PgBoss({
    db: database,
    schema: 'jobs',
    useListenNotify: isWorker,
    supervise: isWorker,
    schedule: isWorker,
    ...(options.superviseSeconds !== undefined && {
      superviseIntervalSeconds: options.superviseSeconds,
      monitorIntervalSeconds: options.superviseSeconds,
    }),
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue error'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'queue warning'))

  return {
    async send(tx, { name }, data, { delaySeconds, onceKey, owner, isLast = false } = {}) {
      await boss.send(name, data, {
        db: fromKysely(tx),
        ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
        ...(onceKey === undefined ? {} : { singletonKey: onceKey }),
        ...(owner === undefined ? {} : { group: { id: owner } }),
        ...(isLast && { priority: -1 }),
      })
    },

    async work({ name, rules }, handler, cron) {
      for (let slot = 0; slot < rules.concurrency / (rules.batch ?? 1); slot += 1)
        await workOnOne(boss, log, { name, rules }, handler)
      if (cron !== undefined) await boss.schedule(name, cron, {})
    },

    async start() {
      await boss.start()
      await createQueues(boss, options.types)
      if (isWorker) await logDeadJobs(boss, log)
    },

    async stop() {
      database.hurry()
      await boss.stop({ graceful: true, timeout: 15_000 })
      await database.close()
    },
  }
}

/**
 * One worker of a queue, one job or one batch at a time. After a full batch it looks for the next at once, so that a burst is
 * worked on without pauses; NOTIFY wakes it for new jobs, and polling finds delayed ones and second tries.
 */
async function workOnOne<D extends object>(
  boss: PgBoss,
  log: Logger,
  { name, rules }: JobType<D>,
  handler: (data: D) => Promise<void>,
): Promise<void> {
  const worker: { id?: string } = {}
  const batchSize = rules.batch ?? 1
  const pace = {
    ...(rules.hasTurns && { localGroupConcurrency: 1 }),
    batchSize,
    perJobResults: true as const,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 3,
  }
  worker.id = await boss.work<D>(name, pace, async (jobs) => {
    if (worker.id !== undefined && jobs.length >= batchSize) boss.notifyWorker(worker.id)
    return await Promise.all(
      jobs.map(async ({ id, data }) => {
        try {
          await handler(data)
          return { id, status: 'completed' as const }
        } catch (error) {
          log.warn({ err: error, job: name, jobId: id }, 'job failed and will be tried again')
          return { id, status: 'failed' as const, output: serializeError(error) }
        }
      }),
    )
  })
}

/** What stays of a failure beside its job. */
function serializeError(error: unknown): object {
  return error instanceof Error ? { name: error.name, message: error.message } : { message: String(error) }
}

async function createQueues(boss: PgBoss, types: readonly JobType[]): Promise<void> {
  await boss.createQueue(deadLetter, { notify: true, retryLimit: 0 })
  for (const { name, rules } of types) {
    const { concurrency: _, isOnce, hasTurns: __, batch: ___, ...retries } = rules
    const settings = {
      ...retries,
      ...{ retryBackoff: true, deadLetter, notify: true, heartbeatSeconds: silentSeconds },
    }
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
