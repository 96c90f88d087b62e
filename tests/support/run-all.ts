import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Count, countPlaywright, countVitest } from './reports.ts'

/*
 * Every check of the project, one after the other (two cores: side by side they would only disturb each other).
 * A failed step does not stop the others, and the sum at the end comes from the runners' own reports.
 */

interface Step {
  name: string
  command: readonly string[]
  /** Reads the runner's report; a step without one is a tool: one test, passed or failed. */
  count?: (report: unknown) => Count
  report?: string
  minutes: number
}

const root = join(import.meta.dirname, '../..')
const reports = join(root, 'test-results')
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

const steps: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'check', '.'], minutes: 2 },
  { name: 'types of pages', command: ['astro', 'check'], minutes: 5 },
  { name: 'types', command: ['tsc', '--noEmit'], minutes: 5 },
  { name: 'dead code', command: ['knip'], minutes: 3 },
  {
    name: 'unit, API, architecture, translations',
    command: [
      'vitest',
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
    report: vitestReport,
    count: countVitest,
    minutes: 10,
  },
  { name: 'build', command: ['npm', 'run', 'build'], minutes: 5 },
  {
    name: 'journeys in the browser',
    command: ['playwright', 'test', '--config', 'tests/playwright.config.ts'],
    report: playwrightReport,
    count: countPlaywright,
    minutes: 12,
  },
]

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const lines: string[] = []
let passed = 0
let failed = 0
for (const step of steps) {
  console.log(`\n=== ${step.name}: ${step.command.join(' ')}`)
  const started = performance.now()
  const exitCode = await run(step)
  const count = await countOf(step, exitCode)
  passed += count.passed
  failed += count.failed
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  lines.push(
    `${count.failed === 0 ? 'ok    ' : 'FAILED'} ${step.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`,
  )
}
console.log(`\n=== summary\n${lines.join('\n')}\n`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

function run(step: Step): Promise<number> {
  const [command = '', ...args] = step.command
  return new Promise((resolve) => {
    // A group of its own, so that a step that hangs is ended together with what it started.
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
      env: { ...process.env, NODE_ENV: undefined, ASTRO_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0' },
    })
    const timer = setTimeout(() => {
      console.log(`${step.name} took longer than ${step.minutes} minutes and was ended`)
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, step.minutes * 60_000)
    child.once('error', (error) => {
      console.log(`${step.name} did not start: ${error.message}`)
      clearTimeout(timer)
      resolve(127)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code ?? 1)
    })
  })
}

/** A runner that fails without a failed test (a crash, no test found) is a failure of its own. */
async function countOf(step: Step, exitCode: number): Promise<Count> {
  if (!step.count || !step.report) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const count = readReport(step.report, step.count)
  const isBroken = count.failed === 0 && (exitCode !== 0 || count.passed === 0)
  return isBroken ? { ...count, failed: 1 } : count
}

function readReport(path: string, count: (report: unknown) => Count): Count {
  try {
    return count(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    console.log(`no report at ${path}: ${(error as Error).message}`)
    return { passed: 0, failed: 0 }
  }
}
