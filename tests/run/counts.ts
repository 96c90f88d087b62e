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
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped + errors.length,
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

/** A line of the journal for a try that failed and is made once more: it is no result, but it is seen. */
export function againLine(name: string, reason = ''): string {
  return failedLine(name, reason).replace('failed', 'again')
}

/** The names of the failed tests in a journal, each once, and what failed at first and was tried again. */
export function failuresIn(journal: string): string[] {
  const linesOf = (word: string) =>
    journal
      .split('\n')
      .filter((line) => line.startsWith(`${word} `))
      .map((line) => line.slice(word.length + 1))
  return [...new Set([...linesOf('failed'), ...linesOf('again').map((name) => `at first: ${name}`)])]
}
