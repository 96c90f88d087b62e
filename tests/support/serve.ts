import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { againLine, failedLine } from '../run/counts.ts'
import { endProcessesOf } from '../run/process-tree.ts'
import { reportFiles, resultsFolder } from '../run/report-files.ts'
import { journeyProgram } from './journey-program.ts'
import { forgetDataFolder, tellDataFolder } from './journey-school.ts'
import { journeySecret } from './journey-secret.ts'
import { addressOfDatabase } from './postmaster.ts'
import { startCommand } from './start-command.ts'

/*
 * The built product with an empty data folder of its own, for the journeys in the browser:
 * `PORT=4501 node tests/support/serve.ts`. It starts with the demo catalogue, as `npm start` does.
 */

const port = process.env.PORT ?? '4501'
const dataDir = mkdtempSync(join(tmpdir(), 'aularium-e2e-'))
// mkdtemp closes the folder, but under root the embedded database runs as somebody else.
chmodSync(dataDir, 0o711)
tellDataFolder(port, dataDir)

const command = startCommand('start')
const environment = {
  ...command.environment,
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
  COMPANY_VAT_ID_GB: 'GB999999973',
  COMPANY_VAT_ID_CH: 'CHE123456788',
  COMPANY_VAT_ID_NO: 'NO123456785MVA',
  // One person of finance walks a payout through all its pages.
  PAYOUT_FOUR_EYES: 'false',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
}

let isAskedToEnd = false
let child = start()

function start(): ChildProcess {
  const started = spawn(process.execPath, command.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  })
  let lastWords = ''
  for (const name of ['stdout', 'stderr'] as const) {
    started[name].on('data', (words: Buffer) => {
      process[name].write(words)
      lastWords = `${lastWords}${words}`.slice(-8000)
    })
  }
  // Not `close`: its database can hold the pipes open. What is in them comes within the pause.
  started.once('exit', (code, signal) => void pause(200).then(() => onEnd(code, signal, lastWords)))
  return started
}

/**
 * The machine or the engine can end a process (no memory left, a fault of V8): a supervisor starts it again, here too, and
 * the summary of the run names it. A fault of the product ends it with a code, and everything after it fails.
 */
async function onEnd(code: number | null, signal: NodeJS.Signals | null, lastWords: string): Promise<void> {
  if (!isAskedToEnd) tellEnd(signal, `ended by ${signal ?? `code ${code}`}: ${reasonIn(lastWords)}`)
  if (!isAskedToEnd && signal !== null) {
    child = start()
    return
  }
  await endProcessesOf(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  forgetDataFolder(port)
  process.exit(code ?? 1)
}

function tellEnd(signal: NodeJS.Signals | null, why: string): void {
  const line = signal === null ? failedLine : againLine
  mkdirSync(resultsFolder, { recursive: true })
  appendFileSync(reportFiles.playwright.journal, `${line('the product itself', why)}\n`)
}

/** The lines that speak of a fatal fault, or the last ones. */
function reasonIn(words: string): string {
  const lines = words.trim().split('\n')
  const fatal = lines.filter((line) => /fatal|check failed|"level":60/i.test(line))
  return (fatal.length > 0 ? fatal : lines.slice(-2)).join(' ')
}

void addToDemo()

/** What journeys need and no demo has: a program of others, somebody of finance and an admin whose login needs no code. */
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
  // Whoever works for the platform passes a second step; the journeys' own login has a journey of its own (account-life.spec.ts).
  await client.query(`
    create function pass_second_step() returns trigger language plpgsql as $$
    begin
      if exists (select from account where id = new.account_id
        and (role in ('editor', 'finance') or email = 'operator@aularium.example')) then
        new.second_factor := true;
      end if;
      return new;
    end $$;
    create trigger pass_second_step before insert on session for each row execute function pass_second_step()`)
  await client.query(people, ['finance@aularium.example', 'Petra Kasse', 'finance'])
  await client.query(people, ['operator@aularium.example', 'Olga Konsole', 'admin'])
  await client.end()
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    isAskedToEnd = true
    child.kill('SIGTERM')
  })
}
