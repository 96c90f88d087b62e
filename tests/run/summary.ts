import type { Outcome } from './steps.ts'

/** A line for each step and the sum, with what could not be run; the last line is `N passed, N failed`. A run without a passed test is not good. */
export function summaryOf(outcomes: readonly Outcome[]): { text: string; isGood: boolean } {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  const untested = outcomes.reduce((sum, outcome) => sum + (outcome.untested ?? 0), 0)
  const lack = untested === 0 ? '' : `${untested} tests were NOT RUN for want of samples (SAMPLES_FOLDER)\n`
  const lines = outcomes.flatMap((outcome) => [lineOf(outcome), ...(outcome.failures ?? []).map(failureLine)])
  return {
    text: `\n=== summary\n${lines.join('\n')}\n\n${lack}${passed} passed, ${failed} failed`,
    isGood: failed === 0 && passed > 0,
  }
}

function lineOf({ name, passed, failed, seconds, reason }: Outcome): string {
  const head = failed === 0 ? 'ok    ' : 'FAILED'
  const why = reason === undefined ? '' : `: ${reason}`
  return `${head} ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)${why}`
}

function failureLine(name: string): string {
  return `         ${name}`
}
