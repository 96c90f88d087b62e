import {
  type DatabaseConnection,
  DummyDriver,
  type IsolationLevel,
  PostgresDialect,
  Transaction,
} from 'kysely'
import type { Db } from './pool.ts'
import type { Database } from './schema.ts'

const attempts = 3
/** serialization_failure, deadlock_detected: PostgreSQL asks to run the whole transaction again. */
const retryable = new Set(['40001', '40P01'])

/** Where a transaction keeps what follows its commit. By name, because Astro's bundle and main.ts load a copy each. */
const following = Symbol.for('aularium.after-commit')
type WithFollowing = Db & { [following]?: (() => void)[] }

/**
 * Does something in memory once `tx` has committed, and not at all when it rolls back.
 * @throws Error outside of `transaction`
 */
export function afterCommit(tx: Db, effect: () => void): void {
  const effects = (tx as WithFollowing)[following]
  if (effects === undefined) throw new Error('nothing follows a commit outside of a transaction')
  effects.push(effect)
}

/** What a transaction asks last: its commit leaves with it. */
export class Ending<T> {
  readonly last: Promise<T>

  constructor(last: Promise<T>) {
    this.last = last
  }
}

/**
 * For the end of a transaction whose last answer changes nothing any more: the commit leaves in one write with what `ask` asks.
 * All of that must be asked at once, without an answer in between; should it fail, PostgreSQL rolls back instead of committing.
 */
export async function ending<T>(ask: () => Promise<T>): Promise<Ending<T>> {
  const last = ask()
  last.catch(() => undefined)
  await handedOver()
  return new Ending(last)
}

/**
 * Until the connection has what was asked before, without its answers: what is asked next comes after it, in the same write
 * (preparing-client.ts). How many turns of promises a query takes to get there is Kysely's own affair.
 */
export async function handedOver(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve))
}

/**
 * Runs `fn` in one transaction and hands it the only connection it may use. A serialization failure or deadlock
 * runs it again, three times at most, so `fn` must have no effect outside the database. Called on a transaction,
 * it joins it: the outermost caller owns commit and retry.
 */
export async function transaction<T>(
  db: Db,
  fn: (tx: Db) => Promise<T | Ending<T>>,
  options: { isolation?: IsolationLevel } = {},
): Promise<T> {
  if (db.isTransaction) return await lastOf(await fn(db))
  for (let attempt = 1; ; attempt += 1) {
    let end: T | Ending<T> | undefined
    try {
      const builder = db.transaction()
      const effects: (() => void)[] = []
      await (options.isolation ? builder.setIsolationLevel(options.isolation) : builder).execute(
        async (tx) => {
          const { own, close } = await unqueued(tx)
          ;(own as WithFollowing)[following] = effects
          end = await fn(own)
          close()
        },
      )
      const result = await lastOf(end as T | Ending<T>)
      for (const effect of effects) effect()
      return result
    } catch (thrown) {
      const error = await reasonOf(thrown, end)
      if (attempt >= attempts || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt + Math.random() * 20))
    }
  }
}

/**
 * Does several things of one transaction, or of none, without waiting for one answer before the next question is sent: what is
 * asked first in each leaves in one write, and PostgreSQL does it in this order. All of them have ended when this ends or
 * throws, so that nothing is asked after the rollback. Only the last of them may use a savepoint (`emit`), once the others ask
 * nothing more: it would hold what they ask, too.
 */
export async function together<T extends readonly unknown[]>(
  tasks: readonly [...{ [K in keyof T]: Promise<T[K]> | T[K] }],
): Promise<T> {
  const ends = await Promise.allSettled(tasks)
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  // Whatever was asked after the failure only says that the transaction is over.
  if (failures.length > 0) throw failures.find((each) => !isAborted(each)) ?? failures[0]
  return ends.map((end) => (end.status === 'fulfilled' ? end.value : undefined)) as unknown as T
}

const placeholder = { dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('has its own')) }) }

/** What was asked last says more than its commit, which was refused for it. */
async function reasonOf(thrown: unknown, end: unknown): Promise<unknown> {
  if (!(end instanceof Ending)) return thrown
  return await end.last.then(
    () => thrown,
    (reason: unknown) => reason,
  )
}

function lastOf<T>(end: T | Ending<T>): T | Promise<T> {
  return end instanceof Ending ? end.last : end
}

/**
 * The same transaction, which sends what it is asked at once: Kysely's own waits for each answer before it sends the next. Once
 * closed it refuses: what comes behind the commit would stand alone.
 */
async function unqueued(
  tx: Transaction<Database>,
): Promise<{ own: Transaction<Database>; close: () => void }> {
  const queued = tx.getExecutor()
  const connection = await queued.provideConnection((held) => Promise.resolve(held))
  let isClosed = false
  const executor = queued.withConnectionProvider({
    provideConnection: <T>(consumer: (held: DatabaseConnection) => Promise<T>) =>
      isClosed ? Promise.reject(new Error('the transaction is already committed')) : consumer(connection),
  })
  const own = new Transaction<Database>({
    ...{ config: placeholder, dialect: placeholder.dialect, driver: new DummyDriver(), executor },
  })
  return {
    own,
    close() {
      isClosed = true
    },
  }
}

/** in_failed_sql_transaction */
function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02'
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && retryable.has(String(error.code))
}
