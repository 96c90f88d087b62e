import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { endProcessesOf } from '../run/process-tree.ts'
import { journeyProgram } from './journey-program.ts'
import { journeySecret } from './journey-secret.ts'
import { addressOfDatabase } from './postmaster.ts'

/*
 * The built product with an empty data folder of its own, for the journeys in the browser:
 * `PORT=4501 node tests/support/serve.ts`. It starts with the demo catalogue, as `npm start` does.
 */

const port = process.env.PORT ?? '4501'
const dataDir = mkdtempSync(join(tmpdir(), 'aularium-e2e-'))
// mkdtemp closes the folder, but under root the embedded database runs as somebody else.
chmodSync(dataDir, 0o711)

const child = spawn(process.execPath, ['--import', './src/server/built-sources.mjs', 'src/server/main.ts'], {
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
    SITE_URL: `http://localhost:${port}`,
    // Every journey comes from one address; the limits have tests of their own.
    RATE_LIMIT_FACTOR: '10000',
    KIT_PAGE: 'true',
    // An e-invoice names its seller by this number.
    COMPANY_VAT_ID: 'DE136695976',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  },
})

void addToDemo()

/** What journeys need and no demo has: a program of others, somebody of finance, two teachers of a proven school. */
async function addToDemo(): Promise<void> {
  const isReady = () => fetch(`http://127.0.0.1:${port}/health/ready`).then(({ ok }) => ok)
  while (!(await isReady().catch(() => false))) await pause(200)
  const client = new pg.Client({ connectionString: addressOfDatabase(dataDir) })
  await client.connect()
  const { id, name, redirectUri } = journeyProgram
  await client.query('insert into oauth_client (id, name, redirect_uris) values ($1, $2, $3)', [
    ...[id, name, [redirectUri]],
  ])
  const people = `
    insert into account (world, email, password_hash, public_name, slug, role, agb_accepted_version, agb_accepted_at,
      email_confirmed_at)
    select world, $1, password_hash, $2, $2, $3, agb_accepted_version, agb_accepted_at, now()
    from account where email = 'buyer@aularium.example'`
  await client.query(people, ['finance@aularium.example', 'Petra Kasse', 'finance'])
  await client.query(people, ['teacher@aularium.example', 'Tim Pult', 'member'])
  await client.query(people, ['accounts@aularium.example', 'Ina Kladde', 'member'])
  await client.query(`
    insert into school_account (account_id, world, school_id, role, is_verified)
    select a.id, s.world, s.id, 'member', true from account a cross join school s
    where a.email in ('teacher@aularium.example', 'accounts@aularium.example')`)
  await client.end()
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill('SIGTERM'))
child.once('exit', async (code) => {
  await endProcessesOf(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
