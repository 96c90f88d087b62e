import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'
import { againLine, failedLine, untestedWord } from './counts.ts'
import { reportFiles, resultsFolder } from './report-files.ts'

/** Writes a line as each test ends, so that a run that is cut off still says what it did. */
export default class VitestJournal implements Reporter {
  onInit(): void {
    mkdirSync(resultsFolder, { recursive: true })
    writeFileSync(reportFiles.vitest.journal, '')
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    const reason = errors?.[0]?.message
    const lines = [
      ...(test.diagnostic()?.flaky ? [againLine(test.fullName, reason)] : []),
      lineOf(test.fullName, state, reason),
    ]
    appendFileSync(reportFiles.vitest.journal, `${lines.join('\n')}\n`)
  }
}

function lineOf(name: string, state: string, reason: string | undefined): string {
  if (state === 'passed') return `passed ${name}`
  // Names of all it lies in stand before a test's own.
  return state === 'skipped' && name.includes(`${untestedWord}:`)
    ? `untested ${name}`
    : failedLine(name, reason)
}
