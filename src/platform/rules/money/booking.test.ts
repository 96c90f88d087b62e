import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partsOf, refundBooking, type SoldLine, saleBooking, splitRefund } from './booking.ts'
import { sumCents } from './money.ts'
import { taxOrder } from './tax.ts'

/** Cents are never lost and never made, whatever is sold, split and given back. */

const prices = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 12 })
const rate = fc.constantFrom(0, 810, 1700, 1900, 2000, 2550, 2700)
const share = fc.integer({ min: 0, max: 10_000 })
const seed = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }))

function soldLines(gross: readonly number[], rateBp: number, shareBp: number): SoldLine[] {
  return taxOrder(gross, rateBp, shareBp).lines.map((line, index) => ({
    authorId: index % 3,
    ...partsOf({ price: line.grossCents, tax: line.taxCents, authorShare: line.authorShareCents }),
  }))
}

const totalOf = (line: SoldLine) => line.taxCents + line.authorShareCents + line.commissionCents
const sumOf = (entries: readonly { amountCents: number }[]) =>
  sumCents(entries.map((entry) => entry.amountCents))

describe('bookings', () => {
  test('of every sale sum to zero, with every fee, and each gets what is theirs', () => {
    fc.assert(
      fc.property(prices, rate, share, fc.nat(5000), (gross, rateBp, shareBp, feeCents) => {
        const lines = soldLines(gross, rateBp, shareBp)
        const entries = saleBooking({ provider: 'p', feeCents, country: 'DE', lines })
        expect(sumOf(entries)).toBe(0)
        expect(sumCents(lines.map(totalOf))).toBe(sumCents(gross))
        const money = entries.filter(({ account }) => /^(provider|fee):/.test(account))
        expect(sumOf(money)).toBe(sumCents(gross))
        for (const line of lines)
          expect(Math.min(line.taxCents, line.authorShareCents, line.commissionCents)).toBeGreaterThanOrEqual(
            0,
          )
      }),
      { numRuns: 4000 },
    )
  })

  test('of any row of refunds sum to zero after every step, take back no more than was given, and end at nothing', () => {
    fc.assert(
      fc.property(prices, rate, share, seed, (gross, rateBp, shareBp, random) => {
        const left = soldLines(gross, rateBp, shareBp)
        const books = new Map<string, number>()
        const book = (entries: readonly { account: string; amountCents: number }[]) => {
          expect(sumOf(entries)).toBe(0)
          for (const { account, amountCents } of entries)
            books.set(account, (books.get(account) ?? 0) + amountCents)
        }
        book(saleBooking({ provider: 'p', feeCents: 0, country: 'DE', lines: left }))
        let back = 0
        for (let step = 0; step < 40 && sumCents(left.map(totalOf)) > 0; step += 1) {
          const lines: SoldLine[] = []
          for (const line of left) {
            const total = totalOf(line)
            // Now and then nothing of a line, now and then all that is left of it, at the end all of everything.
            const draw = random.next().value
            const amount = step === 39 || draw > 0.8 ? total : Math.floor(total * draw * 0.5)
            if (amount === 0) continue
            const parts = splitRefund(amount, line)
            expect(parts.taxCents + parts.authorShareCents + parts.commissionCents).toBe(amount)
            line.taxCents -= parts.taxCents
            line.authorShareCents -= parts.authorShareCents
            line.commissionCents -= parts.commissionCents
            expect(
              Math.min(line.taxCents, line.authorShareCents, line.commissionCents),
            ).toBeGreaterThanOrEqual(0)
            lines.push({ authorId: line.authorId, ...parts })
            back += amount
          }
          if (lines.length > 0) book(refundBooking({ provider: 'p', country: 'DE', lines }))
        }
        expect(back).toBe(sumCents(gross))
        expect([...books.values()].every((balance) => balance === 0)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  test('a refund of a part takes tax, share and commission in their proportion, to the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        rate,
        share,
        seed,
        (price, rateBp, shareBp, random) => {
          const [line] = soldLines([price], rateBp, shareBp)
          if (line === undefined) throw new Error('no line')
          const amount = Math.max(1, Math.floor(price * random.next().value))
          const parts = splitRefund(amount, line)
          for (const name of ['taxCents', 'authorShareCents', 'commissionCents'] as const)
            expect(Math.abs(parts[name] - (line[name] * amount) / price)).toBeLessThan(1)
        },
      ),
      { numRuns: 4000 },
    )
  })
})

test.each([0, -1, 101, 0.5])('%s of 100 is not given back', (amount) => {
  const left = { taxCents: 16, authorShareCents: 59, commissionCents: 25 }
  expect(() => splitRefund(amount, left)).toThrow(RangeError)
})
