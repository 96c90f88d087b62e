import fc from 'fast-check'
import { expect, test } from 'vitest'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { giftCardAmounts, giftCardEnd } from './gift-card.ts'

const zones = {
  ...{ de: 'Europe/Berlin', es: 'Europe/Madrid', fr: 'Europe/Paris' },
  ...{ gr: 'Europe/Athens', it: 'Europe/Rome', en: 'Europe/London' },
}

test('a card lasts to the end of a year, and nowhere shorter than three whole years', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...liveWorldCodes),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2090-12-31'), noInvalidDate: true }),
      (world, bought) => {
        const end = giftCardEnd({ world, timeZone: zones[world] }, bought)
        const least = new Date(bought)
        least.setUTCFullYear(least.getUTCFullYear() + 3)
        const timeZone = zones[world]
        const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
        expect(local.format(end)).toMatch(/-12-31 23:59:59$/)
        expect(end.getTime()).toBeGreaterThanOrEqual(least.getTime() - 86_400_000)
      },
    ),
  )
  const yearOf = (world: 'de' | 'it' | 'en', bought: string) =>
    giftCardEnd({ world, timeZone: zones[world] }, new Date(bought)).toISOString().slice(0, 4)
  expect(yearOf('de', '2026-11-22')).toBe('2029')
  expect(yearOf('it', '2026-01-01')).toBe('2036')
  // In Berlin the new year has begun an hour before London's.
  expect(yearOf('de', '2026-12-31T23:30:00Z')).toBe('2030')
  expect(yearOf('en', '2026-12-31T23:30:00Z')).toBe('2032')
})

test('every currency we sell in has cards', () => {
  for (const amounts of Object.values(giftCardAmounts)) {
    expect(amounts.length).toBeGreaterThan(2)
    expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 500)).toBe(true)
  }
})
