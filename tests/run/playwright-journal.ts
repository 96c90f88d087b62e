import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { againLine, failedLine } from './counts.ts'
import { reportFiles, resultsFolder } from './report-files.ts'

/** Writes a line as each test ends, so that a run that is cut off still says what it did. */
export default class PlaywrightJournal implements Reporter {
  onBegin(): void {
    mkdirSync(resultsFolder, { recursive: true })
    writeFileSync(reportFiles.playwright.journal, '')
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    appendFileSync(reportFiles.playwright.journal, `${lineOf(test, result)}\n`)
  }
}

function lineOf(test: TestCase, { status, retry, error }: TestResult): string {
  if (status === test.expectedStatus) return `passed ${test.title}`
  const line = retry < test.retries ? againLine : failedLine
  return line(test.title, error?.message)
}
