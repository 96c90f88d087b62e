import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../context.ts'
import type { Visits } from './visits.ts'

/** Few, so that visitors who are there already do not wait behind them. */
const atOnce = 2
const patienceMs = 10_000
const saveEveryMs = 300_000

export interface WarmUp {
  /** All pages were asked for, or it was stopped. */
  done: Promise<void>
  /** Lets go of what is under way and writes down what was visited. */
  stop(): Promise<void>
}

/**
 * Asks the own front controller for the most visited pages, in the background: after a deploy the cache is empty just when everybody
 * comes. Writes the counts down every five minutes.
 */
export function startWarmUp(
  { env, log, metrics }: Pick<Deps, 'env' | 'log' | 'metrics'>,
  visits: Visits,
  port: number,
): WarmUp {
  const stopping = new AbortController()
  const { signal } = stopping
  const save = () => visits.save().catch((error: unknown) => log.warn({ err: error }, 'visits not saved'))
  const timer = setInterval(save, saveEveryMs).unref()

  async function run(): Promise<void> {
    await visits.load()
    const paths = visits.top(env.warmUpPages)
    if (paths.length === 0) return
    const started = performance.now()
    const outcome = { made: 0, failed: 0 }
    const queue = paths.values()
    const work = async () => {
      for (const path of queue) {
        if (signal.aborted) return
        const status = await statusOf({ env, port, path, signal }).catch(() => 0)
        if (status === 200) outcome.made += 1
        else outcome.failed += 1
        metrics.warmUp.set({ result: 'made' }, outcome.made)
        metrics.warmUp.set({ result: 'failed' }, outcome.failed)
        // The next turn of the loop belongs to visitors.
        await pause(1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const seconds = Number(((performance.now() - started) / 1000).toFixed(2))
    log.info({ ...outcome, seconds, isWhole: !signal.aborted }, 'warmed up')
  }

  const done = run().catch((error: unknown) => log.warn({ err: error }, 'warm-up failed'))
  return {
    done,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await done
      await save()
    },
  }
}

/** As a browser would ask, in Brotli, so that this form is ready, too. */
function statusOf(asked: {
  env: Deps['env']
  port: number
  path: string
  signal: AbortSignal
}): Promise<number> {
  const { env, port, path, signal } = asked
  const host = ['0.0.0.0', '::', 'localhost'].includes(env.host) ? '127.0.0.1' : env.host
  const headers = { host: new URL(env.siteUrl).host, 'accept-encoding': 'br' }
  return new Promise((resolve, reject) => {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    const call = request({ host, port, path, headers, agent: false, signal: patience }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', reject)
    })
    call.once('error', reject)
    call.end()
  })
}
