import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { isTimeout } from '#platform/db/away.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'

/** Milliseconds one statement of a correction may take. */
const statementMs = 300
/** Concurrent expensive searches and corrections: the rest of the processors is for the others. */
const atOnce = { searches: 1, corrections: 2 }
/** Milliseconds: after an expensive search its line rests as long as that took, up to so much: half of a processor is for the others. */
const mostRestMs = 1000
/** So many wait; the next one is told to come back. */
const mostWaiting = 16
/** So many corrections wait; the next search is answered without one. */
const mostCorrections = 8

/** What of searching is expensive, apart from the rest: an ordinary search never waits for it. */
export interface Costly {
  /** Runs a search of many words. @throws ProductError unavailable when too many are waiting */
  search<T>(run: () => Promise<T>): Promise<T>
  /** Runs a correction with little time for each statement; `instead` where that is not enough, or too many are waiting. */
  correct<T>(db: Db, run: (tx: Db) => Promise<T>, instead: T): Promise<T>
}

/** The limits of one process: expensive searches and corrections, each with a line of its own. */
export function createCostly(): Costly {
  const searches = pLimit(atOnce.searches)
  const corrections = pLimit(atOnce.corrections)
  return {
    async search<T>(run: () => Promise<T>) {
      if (searches.pendingCount >= mostWaiting)
        throw new ProductError('unavailable', { retryAfterSeconds: 2 })
      const answer = Promise.withResolvers<T>()
      void searches(async () => {
        const started = performance.now()
        await run().then(answer.resolve, answer.reject)
        // Who asked has the answer; the next in line waits.
        await pause(Math.min(performance.now() - started, mostRestMs))
      })
      return await answer.promise
    },
    async correct(db, run, instead) {
      if (corrections.pendingCount >= mostCorrections) return instead
      try {
        return await corrections(() =>
          transaction(db, async (tx) => {
            await sql`select set_config('statement_timeout', ${String(statementMs)}, true)`.execute(tx)
            return await run(tx)
          }),
        )
      } catch (error) {
        if (isTimeout(error)) return instead
        throw error
      }
    },
  }
}
