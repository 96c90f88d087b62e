import { expect, test } from 'vitest'
import { dayAt, dayStart, isDay, nextDay, quarterAt, quarterBounds, yearAt } from './day.ts'

test.each([
  ['2026-11-22', 'Europe/Berlin', '2026-11-21T23:00:00.000Z'],
  ['2026-07-01', 'Europe/Athens', '2026-06-30T21:00:00.000Z'],
  // The night the clocks change: the day begins before it.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25', 'Europe/London', '2026-10-24T23:00:00.000Z'],
])('%s begins in %s at %s, and is that day there', (day, timeZone, at) => {
  expect(dayStart(day, timeZone).toISOString()).toBe(at)
  expect(dayAt(new Date(at), timeZone)).toBe(day)
})

test('days that are none', () => {
  expect(['2026-02-30', '2026-2-3', 'morgen', '', '2024-02-29'].map(isDay)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ])
  expect(nextDay('2026-12-31')).toBe('2027-01-01')
})

test('the year and the quarter of a moment are those of the clock there', () => {
  const newYear = new Date('2026-12-31T23:30:00Z')
  expect([yearAt(newYear, 'Europe/Berlin'), yearAt(newYear, 'Europe/London')]).toEqual([2027, 2026])
  expect([quarterAt(newYear, 'Europe/Berlin'), quarterAt(newYear, 'Europe/London')]).toEqual([
    '2027-1',
    '2026-4',
  ])
  expect(quarterBounds('2027-1', 'Europe/Berlin').map((each) => each.toISOString())).toEqual([
    '2026-12-31T23:00:00.000Z',
    '2027-03-31T22:00:00.000Z',
  ])
})
