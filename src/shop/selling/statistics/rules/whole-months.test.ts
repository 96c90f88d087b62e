import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeMonths } from './whole-months.ts'

const day = fc.integer({ min: 0, max: 1500 }).map((after) => dayOf(Date.UTC(2024, 0, 1 + after)))

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

function daysIn({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) days.push(dayOf(at))
  return days
}

test('each day is in one month or one of the ends, none twice and none beside', () => {
  fc.assert(
    fc.property(day, day, (one, other) => {
      const [from = '', to = ''] = [one, other].toSorted()
      const { months, days } = wholeMonths({ from, to })
      const all = daysIn({ from, to })
      const ofMonths = months
        ? all.filter((each) => each >= months.from && each.slice(0, 7) <= months.to.slice(0, 7))
        : []
      expect([...ofMonths, ...days.flatMap(daysIn)].toSorted()).toEqual(all)
      if (months) expect([months.from.slice(8), months.to.slice(8)]).toEqual(['01', '01'])
    }),
  )
})

test('a year is eleven or twelve months and two ends', () => {
  expect(wholeMonths({ from: '2025-11-23', to: '2026-11-22' })).toEqual({
    months: { from: '2025-12-01', to: '2026-10-01' },
    days: [
      { from: '2025-11-23', to: '2025-11-30' },
      { from: '2026-11-01', to: '2026-11-22' },
    ],
  })
})
