import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, TestCase } from '@playwright/test/reporter'
import { reportFiles, resultsFolder } from './report-files.ts'

/** Writes a line as each test ends, so that a run that is cut off still says what it did. */
export default class PlaywrightJournal implements Reporter {
  onBegin(): void {
    mkdirSync(resultsFolder, { recursive: true })
    writeFileSync(reportFiles.playwright.journal, '')
  }

  onTestEnd(test: TestCase): void {
    const word = test.outcome() === 'expected' ? 'passed' : 'failed'
    appendFileSync(reportFiles.playwright.journal, `${word} ${test.title.replaceAll('\n', ' ')}\n`)
  }
}
