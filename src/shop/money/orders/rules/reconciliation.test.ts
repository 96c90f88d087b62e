import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differencesOf, type Movement } from './reconciliation.ts'

const movement = fc.record({
  kind: fc.constantFrom('payment' as const, 'refund' as const, 'dispute' as const),
  reference: fc.string({ minLength: 1, maxLength: 12 }),
  currency: fc.constantFrom('EUR', 'GBP'),
  amountCents: fc.integer({ min: 1, max: 1_000_000 }),
})
const books = fc.uniqueArray(movement, {
  selector: ({ kind, reference, currency }) => `${kind} ${currency} ${reference}`,
  maxLength: 30,
})

test('two equal sides agree, in whatever order and however many parts', () => {
  fc.assert(
    fc.property(books, (all) => {
      const parts = all.flatMap((each): Movement[] => [
        { ...each, amountCents: each.amountCents - 1 },
        { ...each, amountCents: 1 },
      ])
      expect(differencesOf(parts.toReversed(), all)).toEqual([])
    }),
  )
})

test('every seeded difference is found, and nothing else', () => {
  const seeded = fc.record({ all: books, faults: fc.array(fc.constantFrom('none', 'lost', 'extra', 'sum')) })
  fc.assert(
    fc.property(seeded, ({ all, faults }) => {
      const fault = (at: number) => faults[at] ?? 'none'
      const provider = all.flatMap((each, at) =>
        fault(at) === 'extra'
          ? []
          : [fault(at) === 'sum' ? { ...each, amountCents: each.amountCents + 7 } : each],
      )
      const ours = all.filter((_, at) => fault(at) !== 'lost')
      const wrong = all.filter((_, at) => fault(at) !== 'none')
      const found = differencesOf(provider, ours).map(({ kind, currency, reference }) => [
        kind,
        currency,
        reference,
      ])
      expect(new Set(found.map(String))).toEqual(
        new Set(wrong.map(({ kind, currency, reference }) => String([kind, currency, reference]))),
      )
    }),
    { numRuns: 1000 },
  )
})

test('what is not due yet may be missing in the books, but answers for what they have', () => {
  const line = { kind: 'payment', reference: 'a', currency: 'EUR', amountCents: 5 } as const
  expect(differencesOf([line], [], () => false)).toEqual([])
  expect(differencesOf([line], [line], () => false)).toEqual([])
  expect(differencesOf([line], [{ ...line, amountCents: 4 }], () => false)).toHaveLength(1)
})
