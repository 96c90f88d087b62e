import type { Deps } from '#platform/context/context.ts'
import type { JobRow } from './worker.ts'

/** Starts working on every job: in the web process, or in worker.ts. `deps.queue` has been started. */
export async function runJobs(deps: Deps, rows: readonly JobRow[]): Promise<void> {
  for (const { type, handle, cron } of rows)
    await deps.queue.work(type, (data) => handle(deps, data as never), cron)
}
