import type { Deps } from '#platform/context/context.ts'
import { type RetentionName, retention } from '#platform/rules/retention.ts'
import { deleteOldExports } from './queries.ts'

/** The nightly job: each feature removes what it has kept as long as the privacy page says. Safe to run again. */
export async function enforceRetention(
  deps: Pick<Deps, 'db' | 'storage' | 'log' | 'retentionRules'>,
): Promise<void> {
  const removed: Partial<Record<RetentionName, number>> = {}
  for (const { name, remove } of deps.retentionRules) {
    const { period } = retention[name]
    if (typeof period === 'object') removed[name] = (removed[name] ?? 0) + (await remove(deps, period.days))
  }
  deps.log.info(removed, 'kept long enough and removed')
}

/** Copies of one's own data, and their files. */
export async function removeExports(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  days: number,
): Promise<number> {
  const keys = await deleteOldExports(db, days)
  for (const key of keys) await storage.delete(key)
  return keys.length
}
