import { expect, test } from 'vitest'
import { daysPerPoint, spansOf, throughItsMonth } from './periods.ts'

test('a time is compared with as many days right before it, or 52 weeks earlier', () => {
  expect(spansOf('2026-11-23', 28, 'before')).toEqual({
    span: { from: '2026-10-27', to: '2026-11-23' },
    before: { from: '2026-09-29', to: '2026-10-26' },
  })
  expect(spansOf('2026-11-23', 7, 'year').before).toEqual({ from: '2025-11-18', to: '2025-11-24' })
  expect([daysPerPoint(90), daysPerPoint(365)]).toEqual([1, 7])
})

test('a time that ends today takes the sums of its last month whole, also in December and February', () => {
  const ends = ['2026-11-23', '2026-12-31', '2028-02-01'].map((to) =>
    throughItsMonth({ from: '2026-01-01', to }),
  )
  expect(ends.map(({ to }) => to)).toEqual(['2026-11-30', '2026-12-31', '2028-02-29'])
})
