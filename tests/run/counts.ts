import { stripVTControlCharacters } from 'node:util'

/** What a runner did: skipped tests count as failed, because a skipped check checks nothing. */
export interface Count {
  passed: number
  failed: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Vitest's JSON report; a file that could not even be loaded is one failure. */
export function countVitest(report: unknown): Count {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
    report as VitestReport
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + numPendingTests + numTodoTests + unloaded.length }
}

/** Playwright's JSON report; errors outside tests (a server that did not start) count, too. */
export function countPlaywright(report: unknown): Count {
  const { stats, errors } = report as PlaywrightReport
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  }
}

/** The journal of a run that came to no report: `passed` or `failed`, then the test's name, a line each. */
export function countJournal(text: string): Count {
  const lines = text.split('\n')
  const starting = (word: string) => lines.filter((line) => line.startsWith(`${word} `)).length
  return { passed: starting('passed'), failed: starting('failed') }
}

/** A line of the journal for a test that failed, and why in short. */
export function failedLine(name: string, reason = ''): string {
  const words = `${name}: ${stripVTControlCharacters(reason)}`
  return `failed ${words.replaceAll(/\s+/g, ' ').slice(0, 300)}`
}

/** The names of the failed tests in a journal, each once: a runner that tries again notes each try. */
export function failuresIn(journal: string): string[] {
  const lines = journal.split('\n').filter((line) => line.startsWith('failed '))
  return [...new Set(lines.map((line) => line.slice('failed '.length)))]
}
