import { expect, test } from 'vitest'
import { dayAt, dayStart, isDay, nextDay } from './day.ts'

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
