import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import { job } from '#platform/jobs/job.ts'
import { type JobRow, worker } from '#platform/jobs/worker.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** A reaction that happens later: which one, and what it reacts to. */
export const deliverEvent = job<{ listener: string; event: string; world: LiveWorldCode; data: object }>(
  'deliver_event',
  { concurrency: 4, retryLimit: 12, retryDelay: 5, retryDelayMax: 3600, expireInSeconds: 120 },
)

/** The worker of `deliver_event`. A reaction that is no longer in any manifest has nothing to do any more. */
export const eventWorker: JobRow = worker(
  deliverEvent,
  async (deps: Deps, { listener, event, world, data }) => {
    const found = deps.listeners.get(event)?.find(({ name }) => name === listener)
    const context: Context = strangerContext(deps, world)
    // The list holds listeners of all events, so the type of the data is lost; the name of the event decides it.
    if (found) await found.handle(context, data as never, deps.db)
    else deps.log.warn({ reaction: listener, event }, 'nobody reacts to this any more')
  },
)
