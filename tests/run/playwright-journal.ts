import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { failedLine } from './counts.ts'
import { reportFiles, resultsFolder } from './report-files.ts'

/** Writes a line as each test ends, so that a run that is cut off still says what it did. */
export default class PlaywrightJournal implements Reporter {
  onBegin(): void {
    mkdirSync(resultsFolder, { recursive: true })
    writeFileSync(reportFiles.playwright.journal, '')
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const line =
      test.outcome() === 'expected' ? `passed ${test.title}` : failedLine(test.title, result.error?.message)
    appendFileSync(reportFiles.playwright.journal, `${line}\n`)
  }
}
