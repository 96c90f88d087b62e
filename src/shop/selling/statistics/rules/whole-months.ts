import type { Span } from './contract.ts'

/**
 * A time as the months that lie in it whole (from the first day of the first to that of the last), and the days left at its
 * ends. Days are written `2026-11-22`.
 */
export function wholeMonths({ from, to }: Span): { months: Span | undefined; days: Span[] } {
  const first = from.endsWith('-01') ? from : monthStart(from, 1)
  const afterLast = monthStart(dayAfter(to, 1), 0)
  if (first >= afterLast) return { months: undefined, days: [{ from, to }] }
  const before = { from, to: dayAfter(first, -1) }
  const after = { from: afterLast, to }
  return {
    months: { from: first, to: monthStart(afterLast, -1) },
    days: [before, after].filter((part) => part.from <= part.to),
  }
}

/** The first day of the month, so many months later. */
function monthStart(day: string, later: number): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + later, 1))
    .toISOString()
    .slice(0, 10)
}

/** The day so many days after another one; below zero, before it. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
