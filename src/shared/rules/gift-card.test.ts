import fc from 'fast-check'
import { expect, test } from 'vitest'
import { liveWorldCodes } from '../contract/world.ts'
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
        const end = giftCardEnd(world, bought)
        const least = new Date(bought)
        least.setUTCFullYear(least.getUTCFullYear() + 3)
        const timeZone = zones[world]
        const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
        expect(local.format(end)).toMatch(/-12-31 23:59:59$/)
        expect(end.getTime()).toBeGreaterThanOrEqual(least.getTime() - 86_400_000)
      },
    ),
  )
  expect(giftCardEnd('de', new Date('2026-11-22')).toISOString().slice(0, 10)).toBe('2029-12-31')
  expect(giftCardEnd('it', new Date('2026-01-01')).toISOString().slice(0, 10)).toBe('2036-12-31')
})

test('every currency we sell in has cards', () => {
  for (const amounts of Object.values(giftCardAmounts)) {
    expect(amounts.length).toBeGreaterThan(2)
    expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 500)).toBe(true)
  }
})
