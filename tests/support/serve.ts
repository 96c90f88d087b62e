import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcessesOf } from '../run/process-tree.ts'
import { journeySecret } from './journey-secret.ts'

/*
 * The built product with an empty data folder of its own, for the journeys in the browser:
 * `PORT=4501 node tests/support/serve.ts`. It starts with the demo catalogue, as `npm start` does.
 */

const port = process.env.PORT ?? '4501'
const dataDir = mkdtempSync(join(tmpdir(), 'aularium-e2e-'))
// mkdtemp closes the folder, but under root the embedded database runs as somebody else.
chmodSync(dataDir, 0o711)

const child = spawn(process.execPath, ['src/server/main.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    // What the product starts is found again by this folder, however the product ends.
    TMPDIR: dataDir,
    NODE_ENV: 'production',
    PORT: port,
    DATA_DIR: dataDir,
    SECRET: journeySecret,
    SITE_URL: `http://127.0.0.1:${port}`,
    // Every journey comes from one address; the limits have tests of their own.
    RATE_LIMIT_FACTOR: '10000',
    KIT_PAGE: 'true',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  },
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill('SIGTERM'))
child.once('exit', async (code) => {
  await endProcessesOf(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
