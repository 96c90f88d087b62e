import { join } from 'node:path'

// React picks its development build unless this is set before it is loaded.
process.env.NODE_ENV ??= 'production'

const started = performance.now()
const { readEnv } = await import('#platform/env/env.ts')
const { openDoor } = await import('./door.ts')

const env = readEnvOrExit()
// Before the rest is even loaded: a port that is closed looks broken.
const door = await openDoor(env)
const { openDeps, openServer } = await import('./app.ts')
const { createFaultHandlers } = await import('#platform/metrics/faults.ts')
const { jobs } = await import('#features')
const { loadPages } = await import('#platform/http/page/astro-pages.ts')
const { createShutDown } = await import('./shut-down.ts')
const { runJobs } = await import('#platform/jobs/runner.ts')

const { deps, close } = await openDeps(env)
const renderPage = await loadPages(() => import('@astrojs/node/server.js'), env.siteUrl)
const demo = env.demo ? await import('#demo/demo.ts') : undefined
await demo?.prepareDemo(deps)
announce(await serve())

async function serve(): Promise<number> {
  const steps = [close]
  const shutDown = createShutDown({ log: deps.log, steps, exit: process.exit })
  const faults = createFaultHandlers({ log: deps.log, end: () => shutDown('unknown state', 1) })
  process
    .on('unhandledRejection', faults.unhandledRejection)
    .on('uncaughtException', faults.uncaughtException)
  // Before anybody is served (what was answered until now said "starting"): a process that answers and does not listen to its signals yet is cut off with all its visitors.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => shutDown(signal, 0))
  const { port, drain } = await openServer(deps, renderPage, join(process.cwd(), 'dist/client'), door)
  steps.unshift(drain)
  if (env.worker === 'internal') await runJobs(deps, jobs)
  return port
}

function readEnvOrExit() {
  try {
    return readEnv()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(78)
  }
}

function announce(port: number): void {
  deps.log.info({ port, seconds: Number(((performance.now() - started) / 1000).toFixed(2)) }, 'ready')
  if (!demo) return
  process.stdout.write(`
  Aularium is at  http://${env.host === '0.0.0.0' ? 'localhost' : env.host}:${port}/de   (es, fr, gr, it, en)
  Mails:          http://${env.host === '0.0.0.0' ? 'localhost' : env.host}:${port}/outbox
  Demo accounts:  buyer@ seller@ master@ editor@ admin@aularium.example, password ${demo.castPassword}
\n`)
}
