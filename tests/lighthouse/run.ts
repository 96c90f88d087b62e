import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { median } from '../bench/measure.ts'
import { browserArguments, browserPath } from '../e2e/browser.ts'
import { type CategoryScore, categoryScore } from '../support/audit-scores.ts'
import type { Template } from './templates.ts'

/** Lighthouse's categories, by our names. */
export const categories = {
  performance: 'performance',
  accessibility: 'accessibility',
  bestPractices: 'best-practices',
  seo: 'seo',
} as const
export type Category = keyof typeof categories

/** Lighthouse's own scores, 0 to 100: every audit of the four categories runs and counts. */
export type Scores = Record<Category, number> & {
  /** Milliseconds, simulated on a slow phone. */
  lcpMs: number
  tbtMs: number
  cls: number
  /** Over the wire, in the first view. */
  bytes: number
  requests: number
}

export type Measured = Scores & {
  /** The scores without the audits that the page misses on purpose, and which these are. */
  besides: Record<Category, CategoryScore>
  /** Audits of the last run that took points, or could. */
  complaints: string[]
}

/** Chromium with a debugging port; `stop` ends it and removes its profile. */
export async function startBrowser(): Promise<{ port: number; stop: () => void }> {
  const profile = mkdtempSync(join(tmpdir(), 'aularium-lighthouse-'))
  const child = spawn(
    await browserPath(),
    [
      ...browserArguments,
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  return {
    port: await debuggingPort(child),
    stop() {
      child.once('exit', () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
      child.kill('SIGKILL')
    },
  }
}

async function debuggingPort(child: ChildProcess): Promise<number> {
  let said = ''
  for (;;) {
    const [chunk] = (await once(child.stderr as NodeJS.ReadableStream, 'data')) as [Buffer]
    said += chunk.toString('utf8')
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1]
    if (port) return Number(port)
    if (child.exitCode !== null) throw new Error(`Chromium ended:\n${said}`)
  }
}

/** `runs` cold loads of one page on Lighthouse's simulated phone; medians of every number. */
export async function measure(
  address: string,
  template: Template,
  port: number,
  runs: number,
): Promise<Measured> {
  const each: Measured[] = []
  for (let run = 0; run < runs; run++) each.push(await oneRun(address, template, port))
  const middle = (name: keyof Scores) => median(each.map((scores) => scores[name]))
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    bestPractices: middle('bestPractices'),
    seo: middle('seo'),
    lcpMs: middle('lcpMs'),
    tbtMs: middle('tbtMs'),
    cls: middle('cls'),
    bytes: middle('bytes'),
    requests: middle('requests'),
    besides: (each.at(-1) as Measured).besides,
    complaints: each.at(-1)?.complaints ?? [],
  }
}

type Audit = {
  id: string
  title: string
  score: number | null
  scoreDisplayMode: string
  displayValue?: string
}

async function oneRun(address: string, template: Template, port: number): Promise<Measured> {
  const result = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: Object.values(categories),
    // Otherwise it looks at nothing of a page that answers 404.
    ignoreStatusCode: template.status === 404,
  })
  if (!result) throw new Error(`Lighthouse says nothing about ${address}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`)
  const read = (category: Category) =>
    categoryScore(
      (lhr.categories[categories[category]]?.auditRefs ?? []).map(({ id, weight }) => ({
        id,
        weight,
        score: lhr.audits[id]?.score ?? null,
      })),
      Object.keys(template.misses ?? {}),
    )
  const besides = {
    performance: read('performance'),
    accessibility: read('accessibility'),
    bestPractices: read('bestPractices'),
    seo: read('seo'),
  }
  const score = (category: Category) => Math.round((lhr.categories[categories[category]]?.score ?? 0) * 100)
  const value = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN
  const requests =
    (lhr.audits['network-requests']?.details as { items?: { transferSize?: number }[] })?.items ?? []
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('bestPractices'),
    seo: score('seo'),
    lcpMs: Math.round(value('largest-contentful-paint')),
    tbtMs: Math.round(value('total-blocking-time')),
    cls: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
    bytes: requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    requests: requests.length,
    besides,
    complaints: Object.values(lhr.audits as Record<string, Audit>)
      .filter(
        ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
      )
      .map(({ id, title, displayValue }) => `${id}: ${title}${displayValue ? ` (${displayValue})` : ''}`),
  }
}
