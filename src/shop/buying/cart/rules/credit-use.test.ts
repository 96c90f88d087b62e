import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditToUse, isTooLittle } from './credit-use.ts'

const sums = {
  totalCents: fc.integer({ min: 0, max: 3000 }),
  creditCents: fc.integer({ min: 0, max: 3000 }),
  leastCents: fc.constantFrom(30, 50, 200),
}

test('credit leaves nothing, or as much as can be paid, and never uses a cent less than it could', () => {
  fc.assert(
    fc.property(fc.record(sums), (input) => {
      const { totalCents, creditCents, leastCents } = input
      const used = creditToUse(input)
      expect(used).toBeGreaterThanOrEqual(0)
      expect(used).toBeLessThanOrEqual(Math.min(totalCents, creditCents))
      const isPayable = (credit: number) => !isTooLittle(totalCents - credit, leastCents)
      // Where the price itself is too small and credit does not reach, nothing of it is spent.
      if (!isPayable(used)) expect([used, totalCents < leastCents]).toEqual([0, true])
      for (let more = used + 1; more <= Math.min(totalCents, creditCents); more += 1)
        expect(isPayable(more)).toBe(false)
    }),
  )
})

test.each([
  [1000, 980, 950],
  [1000, 950, 950],
  [1000, 951, 950],
  [1000, 1000, 1000],
  [1000, 2000, 1000],
  [60, 20, 10],
  [40, 20, 0],
  [40, 40, 40],
  [0, 500, 0],
])('of %d cents, %d cents of credit pay %d', (totalCents, creditCents, used) => {
  expect(creditToUse({ totalCents, creditCents, leastCents: 50 })).toBe(used)
})
