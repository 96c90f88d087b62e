import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithinRate, isWithinRule, type RefundRule, refundRuleDays } from './refund-rule.ts'

const dayMs = 86_400_000
const rule = fc.record({ days: fc.constantFrom(...refundRuleDays), afterDownload: fc.boolean() })

test('nothing is given back by a rule that is not there, too late, or after a download it does not grant', () => {
  fc.assert(
    fc.property(
      fc.option(rule),
      fc.integer({ min: 0, max: 60 * dayMs }),
      fc.boolean(),
      (granted: RefundRule | null, age, isDownloaded) => {
        const paidAt = new Date('2026-11-01T10:00:00Z')
        const now = new Date(paidAt.getTime() + age)
        const isIn = isWithinRule(granted, { paidAt, now, isDownloaded })
        const isOwed =
          granted !== null && age <= granted.days * dayMs && (granted.afterDownload || !isDownloaded)
        expect(isIn).toBe(isOwed)
      },
    ),
  )
})

test('of each five lines bought one goes back by rule, and two in any case', () => {
  expect([0, 1, 2].map((granted) => isWithinRate({ bought: 3, granted }))).toEqual([true, true, false])
  expect([4, 5].map((granted) => isWithinRate({ bought: 25, granted }))).toEqual([true, false])
})
