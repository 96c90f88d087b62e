import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giftCardBooking, type LedgerEntry, splitTransfer, transferBooking } from './money/booking.ts'

const sumOf = (entries: readonly LedgerEntry[]) =>
  entries.reduce((sum, { amountCents }) => sum + amountCents, 0)
const cents = fc.integer({ min: 1, max: 10_000_000 })

test('transfers in any parts pay an invoice to the cent: what came is what was open and what is too much', () => {
  fc.assert(
    fc.property(cents, fc.array(cents, { maxLength: 8 }), (invoice, transfers) => {
      const balances = new Map([['provider:invoice', invoice]])
      let open = invoice
      let came = 0
      for (const received of transfers) {
        if (open === 0) break
        const parts = splitTransfer(received, open)
        const entries = transferBooking({ provider: 'invoice', ...parts })
        expect(sumOf(entries)).toBe(0)
        for (const { account, amountCents } of entries)
          balances.set(account, (balances.get(account) ?? 0) + amountCents)
        came += received
        open = parts.openCents
      }
      expect(balances.get('provider:invoice')).toBe(open)
      expect(balances.get('bank') ?? 0).toBe(came)
      expect(0 - (balances.get('owed:buyers') ?? 0)).toBe(Math.max(0, came - invoice))
    }),
    { numRuns: 5000 },
  )
})

test('money for gift cards is owed in full, whatever the provider keeps', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (amountCents, feeCents) => {
      const entries = giftCardBooking({ provider: 'p', feeCents, amountCents })
      expect(sumOf(entries)).toBe(0)
      expect(entries.find(({ account }) => account === 'gift-cards')?.amountCents).toBe(-amountCents)
      expect(entries.every(({ account }) => !account.startsWith('tax:'))).toBe(true)
    }),
  )
})
