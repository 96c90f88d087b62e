import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countPlaywright, countVitest } from './counts.ts'
import { reportFiles, resultsFolder } from './report-files.ts'
import { type Outcome, runSteps, type Step } from './steps.ts'
import { summaryOf } from './summary.ts'

/*
 * Every check of the project, one after the other (two cores: side by side they would only disturb each other).
 * A failed step does not stop the others, and the sum at the end comes from the runners' own reports.
 */

const steps: readonly Step[] = [
  { name: 'format and lint', command: ['npm', 'run', 'lint'] },
  // Pages, sources and tests: `astro check` reads all that tsconfig.json includes.
  { name: 'types', command: ['npm', 'run', 'check'] },
  // What only tests call is dead, too.
  { name: 'dead code', command: ['npm', 'run', 'lint:unused'] },
  // Before the tests: some of them start the built product.
  { name: 'build', command: ['npm', 'run', 'build'] },
  {
    name: 'unit, API, architecture, translations',
    command: [
      'vitest',
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFiles.vitest.report}`,
      '--reporter=./tests/run/vitest-journal.ts',
    ],
    ...reportFiles.vitest,
    count: countVitest,
  },
  {
    name: 'journeys in the browser',
    command: ['playwright', 'test', '--config', 'tests/playwright.config.ts'],
    ...reportFiles.playwright,
    count: countPlaywright,
  },
]

rmSync(resultsFolder, { recursive: true, force: true })
mkdirSync(resultsFolder, { recursive: true })

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.abort(`the run was stopped by ${signal}`))
}

const outcomes = await runSteps(steps, {
  cwd: join(import.meta.dirname, '../..'),
  // Only for what hangs: no step may fail because the machine is busy with something else.
  minutes: 40,
  print: (line) => console.log(line),
  signal: interrupted.signal,
}).catch((error: Error): Outcome[] => {
  console.error(error)
  return [{ name: 'the run itself', passed: 0, failed: 1, seconds: 0, reason: error.message }]
})
const { text, isGood } = summaryOf(outcomes)
console.log(text)
process.exitCode = isGood ? 0 : 1
