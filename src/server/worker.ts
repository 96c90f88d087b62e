export {}

process.env.NODE_ENV ??= 'production'

const { readEnv } = await import('./env.ts')
const { openDeps } = await import('./house.ts')
const { runJobs } = await import('./jobs/runner.ts')

// Any number of these may run beside web processes started with WORKER=external (architecture 10).
const { deps, close } = await openDeps(readEnv(), 'worker')
await runJobs(deps)
deps.log.info('worker ready')
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void close().then(() => process.exit(0)))
}
