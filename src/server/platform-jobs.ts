import { eventWorker } from './events/deliver.ts'
import { cleanIdempotencyKeys } from './http/idempotency.ts'
import { job } from './jobs/job.ts'
import { type JobRow, worker } from './workers/worker.ts'

/** Jobs of the plumbing itself, which belong to no feature. */
export const platformJobs: readonly JobRow[] = [
  eventWorker,
  worker(job('clean_idempotency_keys'), cleanIdempotencyKeys, { cron: '41 3 * * *' }),
]
