import { stripVTControlCharacters } from 'node:util'

/** What a runner did: skipped tests count as failed, because a skipped check checks nothing. */
export interface Count {
  passed: number
  failed: number
  /** What could not be run for want of samples: neither passed nor failed. */
  untested?: number
}

/** Begins the name of what holds tests that are not run for want of samples. */
export const untestedWord = 'NOT TESTED'

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status?: string; ancestorTitles?: string[] }[] }[]
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
  const untested = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(
      ({ status, ancestorTitles = [] }) =>
        status !== 'passed' &&
        status !== 'failed' &&
        ancestorTitles.some((title) => title.startsWith(untestedWord)),
    ).length
  const failed = numFailedTests + numPendingTests + numTodoTests + unloaded.length - untested
  return { passed: numPassedTests, failed, ...(untested > 0 && { untested }) }
}

/** Playwright's JSON report; errors outside tests (a server that did not start) count, too. */
export function countPlaywright(report: unknown): Count {
  const { stats, errors } = report as PlaywrightReport
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped + errors.length,
  }
}

/** The journal of a run that came to no report: `passed`, `failed` or `untested`, then the test's name, a line each. */
export function countJournal(text: string): Count {
  const lines = text.split('\n')
  const starting = (word: string) => lines.filter((line) => line.startsWith(`${word} `)).length
  const untested = starting('untested')
  return { passed: starting('passed'), failed: starting('failed'), ...(untested > 0 && { untested }) }
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
