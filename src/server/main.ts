import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// React picks its development build unless this is set before it is loaded.
process.env.NODE_ENV ??= 'production'

const { readEnv } = await import('./env.ts')
const { openDeps, openServer } = await import('./house.ts')
const { runJobs } = await import('./jobs/runner.ts')
const { castPassword, prepareDemo } = await import('./db/seed/demo.ts')

const started = performance.now()
const env = readEnvOrExit()
const { deps, close } = await openDeps(env)
const { render } = (await import(pathToFileURL(join(process.cwd(), 'dist/server/entry.mjs')).href)) as {
  render: (address: string, locals: object) => Promise<Response>
}
if (env.demo) await prepareDemo(deps)
const { port, drain } = await openServer(
  deps,
  (path, locals) => render(env.siteUrl + path, locals),
  join(process.cwd(), 'dist/client'),
)
if (env.worker === 'internal') await runJobs(deps)
announce()

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void shutDown(signal))

async function shutDown(signal: string): Promise<void> {
  deps.log.info({ signal }, 'shutting down')
  await drain()
  await close()
  process.exit(0)
}

function readEnvOrExit() {
  try {
    return readEnv()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(78)
  }
}

function announce(): void {
  deps.log.info({ port, seconds: Number(((performance.now() - started) / 1000).toFixed(2)) }, 'ready')
  if (!env.demo) return
  process.stdout.write(`
  Aularium is at  http://${env.host === '0.0.0.0' ? 'localhost' : env.host}:${port}/de   (es, fr, gr, it, en)
  Mails:          http://${env.host === '0.0.0.0' ? 'localhost' : env.host}:${port}/outbox
  Demo accounts:  buyer@ seller@ master@ editor@ admin@aularium.example, password ${castPassword}
\n`)
}
