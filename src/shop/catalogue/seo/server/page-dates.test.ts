import { expect, test } from 'vitest'
import { datesFromHistory, pageDate, readPageDates } from './page-dates.ts'

test('a page changed when its last commit was; what is not known is not said', () => {
  for (const date of Object.values(datesFromHistory())) expect(new Date(date).getTime()).not.toBeNaN()
  const dates = { 'app-landing de': '2026-10-01T10:00:00+02:00', 'app-landing fr': '2999-01-01T00:00:00Z' }
  expect(pageDate(dates, 'app-landing', 'de')?.toISOString()).toBe('2026-10-01T08:00:00.000Z')
  expect(pageDate(dates, 'app-landing', 'fr')).toBeUndefined()
  expect(pageDate(dates, 'app-landing', 'es')).toBeUndefined()
  expect(readPageDates('/nowhere/page-dates.json')).toEqual({})
})
