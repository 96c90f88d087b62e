import type { Deps } from '#platform/context/context.ts'
import type { JobType } from './job.ts'

/** One row of a manifest: who does the job and, for those that come by themselves, when (cron, UTC). */
export interface JobRow {
  type: JobType
  /** Must be safe to run twice: a job that died half way comes back. */
  handle: (deps: Deps, data: never) => Promise<void>
  cron?: string
}

/** Keeps the types of a job and its worker together. */
export function worker<D extends object>(
  type: JobType<D>,
  handle: (deps: Deps, data: D) => Promise<void>,
  options: { cron?: string } = {},
): JobRow {
  return { type, handle: handle as JobRow['handle'], ...options }
}
