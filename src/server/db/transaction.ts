import type { IsolationLevel } from 'kysely'
import type { Db } from './pool.ts'

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
  if (db.isTransaction) return fn(db)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const builder = db.transaction()
      const effects: (() => void)[] = []
      const result = await (options.isolation
        ? builder.setIsolationLevel(options.isolation)
        : builder
      ).execute((tx) => {
        ;(tx as WithFollowing)[following] = effects
        return fn(tx)
      })
      for (const effect of effects) effect()
      return result
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt + Math.random() * 20))
    }
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && retryable.has(String(error.code))
}
