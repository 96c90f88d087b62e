import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { send } from './http-client.ts'
import { startCommand } from './start-command.ts'

export interface Product {
  base: string
  pid: number
  /** Milliseconds from the start of the process until it said it is ready. */
  readyMs: number
  /** Resident memory now, in bytes; Linux only. */
  residentBytes(): number
  /** CPU time of the process up to now, user and system; Linux only. */
  cpuSeconds(): number
  /** How it ended by itself and what it said last; undefined while it lives. */
  death(): string | undefined
  /** SIGKILL: the process gets no say. */
  kill(): Promise<void>
  /** SIGTERM, and waits until it has drained. */
  stop(): Promise<void>
}

/**
 * The built product as it runs in production, in a process of its own.
 * @throws Error with what it printed when it is not ready in time
 */
export async function startProduct(options: {
  port: number
  dataDir: string
  environment?: Record<string, string>
  patienceSeconds?: number
}): Promise<Product> {
  const base = `http://127.0.0.1:${options.port}`
  const started = performance.now()
  const { args, environment } = startCommand('start')
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      NODE_ENV: 'production',
      PORT: String(options.port),
      DATA_DIR: options.dataDir,
      SITE_URL: base,
      // On, so that its cost is measured, and wider than one machine can use up.
      RATE_LIMIT_FACTOR: '10000',
      // One person of finance does it all in runs that kill the product.
      PAYOUT_FOUR_EYES: 'false',
      LOG_LEVEL: 'warn',
      ...options.environment,
    },
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed.push(chunk.toString('utf8'))
      if (printed.length > 200) printed.shift()
    })
  }
  await untilReady(child, base, options.patienceSeconds ?? 30, printed)
  const readyMs = performance.now() - started
  return {
    base,
    pid: child.pid ?? 0,
    readyMs,
    residentBytes: () => residentBytes(child.pid ?? 0),
    cpuSeconds: () => cpuSeconds(child.pid ?? 0),
    death: () =>
      child.exitCode === null && child.signalCode === null
        ? undefined
        : `${child.exitCode ?? child.signalCode} ${printed.join('').slice(-2000)}`,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

async function untilReady(
  child: ChildProcess,
  base: string,
  seconds: number,
  printed: string[],
): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (performance.now() < deadline) {
    if (child.exitCode !== null) break
    const answer = await send(base, { path: '/health/ready' }).catch(() => undefined)
    if (answer?.status === 200) return
    await pause(10)
  }
  child.kill('SIGKILL')
  throw new Error(`The product was not ready after ${seconds} s.\n${printed.join('')}`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

function residentBytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) * 1024
}

/** `/proc/<pid>/stat` counts ticks of 10 ms; the name before them may hold blanks. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) / 100
}
