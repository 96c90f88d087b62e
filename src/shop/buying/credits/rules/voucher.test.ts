import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  grossOf,
  instrumentsBack,
  partsOf,
  refundBooking,
  saleBooking,
  splitRefund,
} from '#platform/rules/money/booking.ts'
import { authorShareOf } from '#platform/rules/money/commission.ts'
import { restOfBundle } from '#platform/rules/money/licence.ts'
import { shareOf, sumCents } from '#platform/rules/money/money.ts'
import { taxOrder } from '#platform/rules/money/tax.ts'
import { judgeVoucher, normalCode, normalEmail, platformCost, type VoucherTerms } from './voucher.ts'

const open: VoucherTerms = {
  ...{ kind: 'percent', value: 2000, authorId: null, materialIds: null, accountId: null },
  ...{ isFirstOrder: false, minimumCents: 0, startsAt: new Date(0), endsAt: null },
  ...{ maxUses: null, maxPerCustomer: null },
}
const asked = {
  accountId: 1,
  uses: { total: 0, own: 0, hasOrdered: false },
  lines: [
    { materialId: 1, authorId: 7, price: 1000 },
    { materialId: 2, authorId: 8, price: 333 },
  ],
  now: new Date('2026-11-22'),
}

describe('a voucher', () => {
  test('takes off only what it is for', () => {
    expect(judgeVoucher(open, asked)).toEqual({ reason: null, discounts: [200, 67] })
    expect(judgeVoucher({ ...open, authorId: 8 }, asked)).toEqual({ reason: null, discounts: [0, 67] })
    expect(judgeVoucher({ ...open, materialIds: [1] }, asked)).toEqual({ reason: null, discounts: [200, 0] })
    expect(judgeVoucher({ ...open, kind: 'fixed', value: 5000 }, asked)).toEqual({
      reason: null,
      discounts: [1000, 333],
    })
  })

  test.each([
    ['not_yet', { startsAt: new Date('2027-01-01') }, {}],
    ['ended', { endsAt: new Date('2026-11-22') }, {}],
    ['not_yours', { accountId: 2 }, {}],
    ['used_by_you', { maxPerCustomer: 1 }, { own: 1 }],
    ['used_up', { maxUses: 3 }, { total: 3 }],
    ['first_order', { isFirstOrder: true }, { hasOrdered: true }],
    ['nothing_fits', { authorId: 99 }, {}],
    ['minimum', { minimumCents: 1334 }, {}],
  ])('says why it gives nothing: %s', (reason, terms, uses) => {
    const verdict = judgeVoucher({ ...open, ...terms }, { ...asked, uses: { ...asked.uses, ...uses } })
    expect(verdict).toEqual({ reason })
  })

  test('a code is the same however it is typed, an address whatever its provider ignores', () => {
    expect(normalCode(' sommer-26 ')).toBe('SOMMER26')
    expect(normalEmail('Anna.Berg+shop@GoogleMail.com')).toBe('annaberg@gmail.com')
    expect(normalEmail('anna.berg+1@schule.example')).toBe('anna.berg@schule.example')
  })
})

describe('cents are never lost or made', () => {
  const line = fc.record({ materialId: fc.nat(20), authorId: fc.nat(3), price: fc.nat(200_000) })
  const cart = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    kind: fc.constantFrom('percent' as const, 'fixed' as const),
    value: fc.integer({ min: 1, max: 10_000 }),
    authorId: fc.option(fc.nat(3)),
    isPlatformFunded: fc.boolean(),
    rateBp: fc.constantFrom(0, 700, 810, 1900, 2550, 2700),
    shareBp: fc.integer({ min: 0, max: 10_000 }),
    creditBp: fc.integer({ min: 0, max: 10_000 }),
    steps: fc.array(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 10_000 })), { maxLength: 12 }),
  })

  test('over cart, voucher, credit and any row of refunds, 10,000 times', () => {
    fc.assert(
      fc.property(cart, (given) => {
        const { lines, kind, value, authorId, isPlatformFunded, rateBp, shareBp } = given
        const verdict = judgeVoucher({ ...open, kind, value, authorId }, { ...asked, lines })
        const discounts = verdict.reason === null ? verdict.discounts : lines.map(() => 0)
        const prices = lines.map(({ price }, index) => price - (discounts[index] ?? 0))
        const full = sumCents(lines.map(({ price }) => price))
        expect(Math.min(...prices)).toBeGreaterThanOrEqual(0)
        const total = sumCents(prices)
        expect(total + sumCents(discounts)).toBe(full)
        const credit = shareOf(total, given.creditBp)

        const taxed = taxOrder(prices, rateBp, shareBp)
        expect(sumCents(taxed.lines.map(({ taxCents }) => taxCents))).toBe(taxed.taxCents)
        const left = taxed.lines.map(({ grossCents, taxCents }, index) => {
          const voucherCost = isPlatformFunded ? platformCost(discounts[index] ?? 0, rateBp) : 0
          const sold = { paidCents: grossCents, taxCents, platformCostCents: voucherCost }
          const share = authorShareOf({ ...sold, authorShareBp: shareBp })
          const parts = partsOf({ price: grossCents, tax: taxCents, authorShare: share, voucherCost })
          expect(
            Math.min(parts.taxCents, parts.authorShareCents, parts.commissionCents),
          ).toBeGreaterThanOrEqual(0)
          return { authorId: lines[index]?.authorId ?? 0, ...parts }
        })
        const books = new Map<string, number>()
        const book = (entries: readonly { account: string; amountCents: number }[]) => {
          expect(sumCents(entries.map(({ amountCents }) => amountCents))).toBe(0)
          for (const { account, amountCents } of entries)
            books.set(account, (books.get(account) ?? 0) + amountCents)
        }
        const part = { accountId: 1, amountCents: credit }
        book(saleBooking({ provider: 'p', feeCents: 0, country: 'DE', lines: left, credit: part }))
        expect((books.get('provider:p') ?? 0) + (books.get('credit:1') ?? 0)).toBe(total)

        let creditLeft = credit
        let gone = 0
        const giveBack = (index: number, amount: number) => {
          const line = left[index]
          if (line === undefined || amount === 0) return
          const split = splitRefund(amount, line)
          expect(grossOf(split)).toBe(amount)
          const paid = { creditCents: credit, cardCents: total - credit }
          const to = instrumentsBack(amount, { beforeCents: gone, paid })
          expect([to.platformCents, Math.min(to.creditCents, to.cardCents) >= 0]).toEqual([0, true])
          gone += amount
          const back = to.creditCents
          creditLeft -= back
          const lines = [{ authorId: line.authorId, ...split }]
          book(
            refundBooking({
              provider: 'p',
              country: 'DE',
              lines,
              credit: { accountId: 1, amountCents: back },
            }),
          )
          left[index] = {
            authorId: line.authorId,
            taxCents: line.taxCents - split.taxCents,
            authorShareCents: line.authorShareCents - split.authorShareCents,
            commissionCents: line.commissionCents - split.commissionCents,
            voucherCostCents: (line.voucherCostCents ?? 0) - split.voucherCostCents,
          }
          expect(Math.min(...Object.values(left[index] ?? {}))).toBeGreaterThanOrEqual(0)
        }
        for (const [index, part] of given.steps) {
          const line = left[index % left.length]
          if (line) giveBack(index % left.length, shareOf(grossOf(line), part))
        }
        for (const [index, line] of left.entries()) giveBack(index, grossOf(line))
        expect(creditLeft).toBe(0)
        // A line that cost its buyer nothing cannot go back; everything else is at nothing again.
        const remaining = left.filter((line) => line.voucherCostCents)
        if (remaining.length === 0) expect([...books.values()].every((sum) => sum === 0)).toBe(true)
        expect(books.get('provider:p') ?? 0).toBe(0)
        expect(books.get('credit:1') ?? 0).toBe(0)
      }),
      { numRuns: 10_000 },
    )
  })

  test('what of a bundle is owned and what is not make its price', () => {
    const parts = fc.array(fc.record({ price: fc.nat(50_000), isOwned: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(fc.nat(200_000), parts, (price, inside) => {
        const rest = restOfBundle(price, inside)
        const other = restOfBundle(
          price,
          inside.map((part) => ({ ...part, isOwned: !part.isOwned })),
        )
        expect(rest + other).toBe(price)
      }),
      { numRuns: 4000 },
    )
  })
})
