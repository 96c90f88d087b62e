import { eventWorker } from '#platform/events/deliver.ts'
import { cleanIdempotencyKeys } from '#platform/http/access/idempotency.ts'
import { job } from '#platform/jobs/job.ts'
import { type JobRow, worker } from '#platform/jobs/worker.ts'

/** Jobs of the plumbing itself, which belong to no feature. */
export const platformJobs: readonly JobRow[] = [
  eventWorker,
  worker(job('clean_idempotency_keys'), cleanIdempotencyKeys, { cron: '41 3 * * *' }),
]
