import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { payoutHoldDays } from '#platform/limits.ts'
import { type LedgerEntry, refundBooking, saleBooking, splitRefund } from '#platform/rules/money/booking.ts'
import {
  canMove,
  nextPayoutDay,
  type PayoutStatus,
  payable,
  payoutBooking,
  payoutStatuses,
} from './payout.ts'

const now = new Date('2026-12-01T03:20:00Z')
const ready = {
  ...{ hasSellerData: true, lacksTaxData: false, bankChangedAt: new Date(0) },
  ...{ isAccountRefused: false, isPaused: false },
}
const account = { balanceCents: 5000, pendingCents: 1000, currency: 'EUR' }

describe('what is payable', () => {
  test('is the balance without what may still be withdrawn', () => {
    expect(payable(account, ready, now)).toEqual({ amountCents: 4000, reasons: [] })
  })

  test.each([
    ['no_seller_data', {}, { hasSellerData: false }],
    ['tax_data_missing', {}, { lacksTaxData: true }],
    ['no_bank', {}, { bankChangedAt: undefined }],
    ['bank_changed', {}, { bankChangedAt: new Date(now.getTime() - 4 * 86_400_000) }],
    ['account_refused', {}, { isAccountRefused: true }],
    ['paused', {}, { isPaused: true }],
    ['owed', { balanceCents: -1, pendingCents: 0 }, {}],
    ['nothing', { balanceCents: 0, pendingCents: 0 }, {}],
    ['waiting', { pendingCents: 5000 }, {}],
    ['below_minimum', { pendingCents: 4001 }, {}],
  ])('is nothing: %s', (reason, sums, state) => {
    expect(payable({ ...account, ...sums }, { ...ready, ...state }, now)).toEqual({
      amountCents: 0,
      reasons: [reason],
    })
  })

  test('goes on the first of the next month', () => {
    expect(nextPayoutDay(new Date('2026-12-31T23:59:59Z')).toISOString().slice(0, 10)).toBe('2027-01-01')
  })
})

/** One seller's life: sales, refunds, months, and payouts that arrive or do not, in any order. */
type Step =
  | { kind: 'sale'; tax: number; share: number; fee: number }
  | { kind: 'refund'; sale: number; part: number }
  | { kind: 'days'; days: number }
  | { kind: 'make' }
  | { kind: 'move'; payout: number; to: PayoutStatus }

const cents = fc.integer({ min: 1, max: 6000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('sale' as const), tax: cents, share: cents, fee: cents }),
  fc.record({
    kind: fc.constant('refund' as const),
    sale: fc.nat(9),
    part: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ kind: fc.constant('make' as const) }),
  fc.record({
    kind: fc.constant('move' as const),
    payout: fc.nat(5),
    to: fc.constantFrom(...payoutStatuses),
  }),
)

describe('the books of a seller', () => {
  test('sum to nothing after every step, nobody is paid twice, and the balance is what the entries say', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => run(steps)),
      { numRuns: 3000 },
    )
  })
})

function run(steps: readonly Step[]): void {
  const entries: LedgerEntry[] = []
  const sales: {
    day: number
    left: { taxCents: number; authorShareCents: number; commissionCents: number }
  }[] = []
  const payouts: { amountCents: number; status: PayoutStatus }[] = []
  let day = 0
  let [earned, clawedBack] = [0, 0]
  const balance = (name: string) =>
    entries.filter((entry) => entry.account === name).reduce((sum, { amountCents }) => sum + amountCents, 0)
  for (const each of steps) {
    if (each.kind === 'days') day += each.days
    if (each.kind === 'sale') {
      const left = { taxCents: each.tax, authorShareCents: each.share, commissionCents: each.fee }
      sales.push({ day, left })
      earned += each.share
      entries.push(
        ...saleBooking({ provider: 'p', feeCents: 1, country: 'DE', lines: [{ authorId: 7, ...left }] }),
      )
    }
    if (each.kind === 'refund') {
      const sale = sales[each.sale]
      const total = sale ? sale.left.taxCents + sale.left.authorShareCents + sale.left.commissionCents : 0
      if (sale && total > 0) {
        const back = splitRefund(Math.max(1, Math.floor((total * each.part) / 100)), sale.left)
        sale.left = {
          taxCents: sale.left.taxCents - back.taxCents,
          authorShareCents: sale.left.authorShareCents - back.authorShareCents,
          commissionCents: sale.left.commissionCents - back.commissionCents,
        }
        clawedBack += back.authorShareCents
        entries.push(...refundBooking({ provider: 'p', country: 'DE', lines: [{ authorId: 7, ...back }] }))
      }
    }
    if (each.kind === 'make') {
      const pendingCents = sales
        .filter((sale) => sale.day > day - payoutHoldDays)
        .reduce((sum, sale) => sum + sale.left.authorShareCents, 0)
      const balanceCents = 0 - balance('author:7')
      const { amountCents } = payable({ balanceCents, pendingCents, currency: 'EUR' }, ready, now)
      expect(amountCents).toBeLessThanOrEqual(Math.max(0, balanceCents - pendingCents))
      if (amountCents > 0) {
        payouts.push({ amountCents, status: 'draft' })
        entries.push(...(payoutBooking({ sellerId: 7, amountCents }, undefined, 'draft')?.entries ?? []))
        expect(0 - balance('author:7')).toBe(pendingCents)
      }
    }
    if (each.kind === 'move') {
      const payout = payouts[each.payout]
      if (payout && canMove(payout.status, each.to)) {
        const booked = payoutBooking({ sellerId: 7, amountCents: payout.amountCents }, payout.status, each.to)
        entries.push(...(booked?.entries ?? []))
        payout.status = each.to
      }
    }
    const sumOf = (...wanted: PayoutStatus[]) =>
      payouts
        .filter(({ status }) => wanted.includes(status))
        .reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect(entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0)
    expect(0 - balance('bank')).toBe(sumOf('paid'))
    expect(0 - balance('payout:open')).toBe(sumOf('draft', 'held', 'approved', 'sent'))
    expect(0 - balance('author:7')).toBe(
      earned - clawedBack - sumOf('draft', 'held', 'approved', 'sent', 'paid'),
    )
    expect(sumOf('draft', 'held', 'approved', 'sent', 'paid')).toBeLessThanOrEqual(earned)
  }
}
