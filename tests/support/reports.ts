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
