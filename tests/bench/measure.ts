import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { send } from '../support/http-client.ts'
import { type Load, type Measured, shoot } from './wrk.ts'

export interface Compared extends Measured {
  /** Requests per second of bare node:http with the same bytes and headers, in the same run. */
  barePerSecond: number
  ratio: number
}

/**
 * Runs bare node:http and the product in turn, `rounds` times, and takes the medians. The bare server answers with
 * the bytes of the load's first call.
 */
export async function compare(load: Load, rounds: number, barePort: number): Promise<Compared> {
  const bare = await startBare(load, barePort)
  const [ours, theirs]: [Measured[], Measured[]] = [[], []]
  let warm: Measured | undefined
  try {
    warm = await shoot({ ...load, seconds: 2 })
    for (let round = 0; round < rounds; round++) {
      theirs.push(await shoot({ ...load, base: bare.base }))
      ours.push(await shoot(load))
    }
  } finally {
    bare.stop()
  }
  const product = {
    requestsPerSecond: median(ours.map((run) => run.requestsPerSecond)),
    p50Ms: median(ours.map((run) => run.p50Ms)),
    p99Ms: median(ours.map((run) => run.p99Ms)),
    failures: ours.reduce((sum, run) => sum + run.failures, 0),
    // The warm-up rendered, too.
    answers: ours.reduce((sum, run) => sum + run.answers, warm?.answers ?? 0),
    generatorTimesFaster: Math.min(...[...ours, ...theirs].map((run) => run.generatorTimesFaster)),
  }
  const barePerSecond = median(theirs.map((run) => run.requestsPerSecond))
  return { ...product, barePerSecond, ratio: product.requestsPerSecond / barePerSecond }
}

async function startBare(load: Load, port: number): Promise<{ base: string; stop: () => void }> {
  const [call] = load.calls
  if (!call) throw new Error('a load needs a call')
  const answer = await send(load.base, {
    path: call.path,
    method: call.method ?? 'GET',
    headers: load.headers ?? {},
    ...(call.body ? { body: call.body } : {}),
  })
  if (answer.status >= 300) throw new Error(`${call.path} answers ${answer.status}`)
  const folder = mkdtempSync(join(tmpdir(), 'aularium-bare-'))
  const file = join(folder, 'answer.json')
  const { connection: _c, 'keep-alive': _k, date: _d, 'transfer-encoding': _t, ...rest } = answer.headers
  const headers = { ...rest, 'content-length': String(answer.body.length) }
  writeFileSync(file, JSON.stringify({ headers, body: answer.body.toString('base64') }))
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), [String(port), file])
  await once(child, 'message')
  return {
    base: `http://127.0.0.1:${port}`,
    stop() {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Milliseconds of each call, `width` at a time. */
export async function timed(base: string, paths: readonly string[], width: number): Promise<number[]> {
  const times: number[] = []
  let next = 0
  async function worker() {
    while (next < paths.length) {
      const path = paths[next++] ?? '/'
      const started = performance.now()
      const { status } = await send(base, { path })
      times.push(performance.now() - started)
      if (status !== 200) throw new Error(`${path} answers ${status}`)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return times
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The smallest value that at least `percent` of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}
