import { readEnv } from '#platform/env/env.ts'

// React picks its development build unless this is set before it is loaded.
process.env.NODE_ENV ??= 'production'

const { openDeps } = await import('./app.ts')
const { createFaultHandlers } = await import('#platform/metrics/faults.ts')
const { jobs } = await import('#features')
const { createShutDown } = await import('./shut-down.ts')
const { runJobs } = await import('#platform/jobs/runner.ts')

// Any number of these may run beside web processes started with WORKER=external (docs/operating.md).
const { deps, close } = await openDeps(readEnv(), 'worker')
const shutDown = createShutDown({ log: deps.log, steps: [close], exit: process.exit })
const faults = createFaultHandlers({ log: deps.log, end: () => shutDown('unknown state', 1) })
process.on('unhandledRejection', faults.unhandledRejection).on('uncaughtException', faults.uncaughtException)
await runJobs(deps, jobs)
deps.log.info('worker ready')
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => shutDown(signal, 0))
