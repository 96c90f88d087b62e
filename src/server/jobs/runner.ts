import type { Deps } from '../context.ts'
import type { JobName } from './queue.ts'
import { type JobRow, jobTable } from './table.ts'

/** Starts working on every job of the table: in the web process, or in worker.ts. `deps.queue` has been started. */
export async function runJobs(deps: Deps): Promise<void> {
  for (const name of Object.keys(jobTable) as JobName[]) await runJob(deps, name)
}

async function runJob<N extends JobName>(deps: Deps, name: N): Promise<void> {
  const row: JobRow<N> = jobTable[name]
  await deps.queue.work(name, (data) => row.handle(deps, data), row.cron)
}
