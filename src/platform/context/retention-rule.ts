import type { RetentionName } from '#platform/rules/retention.ts'

/**
 * How a feature keeps to a row of the retention table: it removes from its own tables what is old enough. `D`: what of the context
 * that takes.
 */
export interface RetentionRule<D> {
  /** The row, as the privacy page shows it; several features may have part in one. */
  name: RetentionName
  /** Removes what is older than `days`; safe to run again. @returns how many rows */
  remove: (deps: D, days: number) => Promise<number>
}
