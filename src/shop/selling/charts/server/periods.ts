import type { Comparison, Period, Span } from '#shop/selling/statistics/rules/contract.ts'

const dayMs = 86_400_000

/** Another day, so many later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** The last `period` days up to `today`, and as many right before them or a year earlier. */
export function spansOf(today: string, period: Period, comparison: Comparison): { span: Span; before: Span } {
  const span = { from: addDays(today, 1 - period), to: today }
  // 52 weeks: the same days of the week, so that weekends stand over weekends.
  const back = comparison === 'year' ? 364 : period
  return { span, before: { from: addDays(span.from, -back), to: addDays(span.to, -back) } }
}

/** How many days one point of a chart stands for: a year is 53 weeks, not 365 points. */
export function daysPerPoint(period: Period): number {
  return period > 90 ? 7 : 1
}

/**
 * The same time to the end of its last month, for sums by month: nothing is counted of days to come, so the sum of this
 * month is that of its days up to today.
 */
export function throughItsMonth({ from, to }: Span): Span {
  const [year = 0, month = 0] = to.split('-').map(Number)
  return { from, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) }
}
