import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addressOfDatabase } from '../support/postmaster.ts'
import { startCommand } from '../support/start-command.ts'
import type { Market } from './buyers.ts'

/**
 * A worker beside the web process, on the same queue, that is killed after some seconds, again and again: jobs it had begun
 * (refunds, mails, webhooks of the sandbox) are done by whoever comes next, once. Answers how often it was killed.
 */
export async function workWithoutEnd(market: Market, dataDir: string, random: () => number): Promise<number> {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const { args, environment } = startCommand('worker')
  let kills = 0
  while (!market.isOver) {
    const child = spawn(process.execPath, args, {
      stdio: 'ignore',
      env: {
        ...environment,
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
        ...{ NODE_ENV: 'production', WORKER: 'external', DATABASE_URL: addressOfDatabase(dataDir) },
        ...{ DATA_DIR: dataDir, SECRET: secret, SITE_URL: market.base, LOG_LEVEL: 'silent' },
      },
    })
    const gone = once(child, 'exit')
    const until = performance.now() + 4000 + random() * 6000
    while (performance.now() < until && child.exitCode === null && !market.isOver) await pause(50)
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      kills += 1
    }
    await gone
  }
  return kills
}
