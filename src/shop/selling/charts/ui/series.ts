import type { Span } from '#shop/selling/statistics/rules/contract.ts'

const dayMs = 86_400_000
/** Points of the drawing; it is stretched to the width there is. */
export const chartSize = { width: 600, height: 160 } as const

/** One point of a chart: `from` is its first day. */
export interface Point {
  from: string
  value: number
}

/** Sums of `perPoint` days each over a whole span, days without anything included. */
export function pointsOf<D extends { day: string }>(
  days: readonly D[],
  { from, to }: Span,
  { perPoint, pick }: { perPoint: number; pick: (day: D) => number },
): Point[] {
  const first = Date.parse(`${from}T00:00:00Z`)
  const count = Math.floor((Date.parse(`${to}T00:00:00Z`) - first) / dayMs / perPoint) + 1
  const points = Array.from({ length: count }, (_, at) => ({
    from: new Date(first + at * perPoint * dayMs).toISOString().slice(0, 10),
    value: 0,
  }))
  for (const each of days) {
    const point = points[Math.floor((Date.parse(`${each.day}T00:00:00Z`) - first) / dayMs / perPoint)]
    if (point !== undefined) point.value += pick(each)
  }
  return points
}

/** What a level was at each point, when it is `end` at the last one and `changes` says by how much it moved. */
export function levelsOf(changes: readonly Point[], end: number): Point[] {
  let level = end
  return changes
    .toReversed()
    .map(({ from, value }) => {
      const point = { from, value: level }
      level -= value
      return point
    })
    .reverse()
}

/** A line through the points, from `floor` at the bottom to `top` at the top. */
export function lineOf(
  points: readonly Point[],
  { top, floor = 0 }: { top: number; floor?: number },
): string {
  const { width, height } = chartSize
  const step = points.length > 1 ? width / (points.length - 1) : 0
  const range = Math.max(top - floor, 1)
  const spots = points.map(({ value }, at) => {
    const y = height - ((value - floor) / range) * height
    return `${round(at * step)} ${round(y)}`
  })
  const [only] = spots
  return spots.length === 1 && only ? `M${only} H${width}` : `M${spots.join(' L')}`
}

/** The smallest of 1, 2 or 5 times a power of ten that holds all values. */
export function topOf(...series: readonly (readonly Point[])[]): number {
  const most = Math.max(1, ...series.flatMap((points) => points.map(({ value }) => value)))
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= most) ?? most
}

/** Change in whole percent; undefined where there is nothing to compare with. */
export function changeOf(now: number, before: number): number | undefined {
  return before <= 0 ? undefined : Math.round(((now - before) / before) * 100)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
