import { type IsolationLevel, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './pool.ts'

const attempts = 3
/** serialization_failure, deadlock_detected: PostgreSQL asks to run the whole transaction again. */
const retryable = new Set(['40001', '40P01'])

/** By name, because the development server loads two copies of this module. */
const effectsKey = Symbol.for('aularium.after-commit')
type WithEffects = Db & { [effectsKey]?: (() => void)[] }

/**
 * Does something in memory once `tx` has committed, and not at all when it rolls back. What it throws is logged: the
 * transaction stands all the same.
 * @throws Error outside of `transaction`
 */
export function afterCommit(tx: Db, log: Pick<Logger, 'error'>, effect: () => void): void {
  const effects = (tx as WithEffects)[effectsKey]
  if (effects === undefined) throw new Error('nothing follows a commit outside of a transaction')
  effects.push(() => {
    try {
      effect()
    } catch (error) {
      log.error({ err: error }, 'an effect after a commit failed')
    }
  })
}

/**
 * Runs `fn` in one transaction and hands it the only connection it may use. A serialization failure or deadlock
 * runs it again, three times at most, so `fn` must have no effect outside the database. Called on a transaction,
 * it joins it: the outermost caller owns commit and retry.
 */
export async function transaction<T>(
  db: Db,
  fn: (tx: Db) => Promise<T>,
  options: { isolation?: IsolationLevel } = {},
): Promise<T> {
  if (db.isTransaction) return await fn(db)
  const { result, effects } = await committed(db, fn, options)
  for (const effect of effects) effect()
  return result
}

/**
 * Runs part of a transaction that may fail without the rest: what it wrote is rolled back, and what should have followed its
 * commit is dropped.
 * @throws what `fn` throws, after the rollback
 */
export async function savepoint<T>(tx: Db, fn: () => Promise<T>): Promise<T> {
  const effects = (tx as WithEffects)[effectsKey]
  const before = effects?.length ?? 0
  await sql`savepoint part`.execute(tx)
  try {
    const result = await fn()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    effects?.splice(before)
    throw error
  }
}

async function committed<T>(
  db: Db,
  fn: (tx: Db) => Promise<T>,
  { isolation }: { isolation?: IsolationLevel },
): Promise<{ result: T; effects: (() => void)[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const effects: (() => void)[] = []
    const builder = db.transaction()
    try {
      const result = await (isolation ? builder.setIsolationLevel(isolation) : builder).execute(
        async (tx) => await fn(Object.assign(tx, { [effectsKey]: effects })),
      )
      return { result, effects }
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt + Math.random() * 20))
    }
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && retryable.has(String(error.code))
}
