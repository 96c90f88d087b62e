import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instrumentsBack, refundBooking, saleBooking } from '#platform/rules/money/booking.ts'
import { type Licence, licencePriceFor, licencePrices, restOfBundle } from '#platform/rules/money/licence.ts'
import { shareOf, sumCents, taxContained } from '#platform/rules/money/money.ts'
import { judgeVoucher, type VoucherTerms } from '#shop/buying/credits/rules/voucher.ts'
import { cancellationContent, invoiceContent, leftOf } from '#shop/money/invoices/server/content.ts'
import { priceOrder } from '#shop/money/orders/server/checkout/write-order.ts'
import { soldLine } from '#shop/money/orders/server/payment/fulfil.ts'
import type { OrderItemRow } from '#shop/money/orders/server/queries.ts'
import type { GivenBackRow } from '#shop/money/orders/server/refund/refund-queries.ts'
import { type RefundLines, refundLines, type WantedBack } from '#shop/money/orders/server/refund/refunds.ts'

/** Everything that touches the cents of an order at once, by the very functions of checkout, refund and invoice. */

const price = fc.oneof(fc.nat(3), fc.nat(2000), fc.nat(1_000_000))
const piece = fc.record({
  price,
  authorId: fc.nat(2),
  licence: fc.constantFrom<Licence>('single', 'additional', 'school'),
  /** The author's own prices of the other licences. */
  set: fc.option(price),
  held: fc.option(fc.record({ licence: fc.constant('single' as const), colleagues: fc.nat(3) })),
  /** A bundle of which some is owned. */
  parts: fc.option(fc.array(fc.record({ price, isOwned: fc.boolean() }), { minLength: 1, maxLength: 4 })),
  rateBp: fc.constantFrom(0, 500, 700, 1900, 2550),
})
const voucher = fc.record({
  kind: fc.constantFrom('percent' as const, 'fixed' as const),
  value: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constant(10_000)),
  fundedBy: fc.constantFrom('author' as const, 'platform' as const),
  authorId: fc.option(fc.nat(2)),
})
/** Of each line so many basis points of what is left, at random; or the tax, for a number that came after the sale. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.nat(12_000), { minLength: 1, maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constant('tax' as const) },
)
const everything = fc.record({
  pieces: fc.array(piece, { minLength: 1, maxLength: 5 }),
  voucher: fc.option(voucher),
  isReversed: fc.boolean(),
  shares: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 3, maxLength: 3 }),
  creditBp: fc.nat(10_000),
  missingBp: fc.oneof(fc.constant(0), fc.nat(10_000)),
  steps: fc.array(step, { maxLength: 5 }),
})
type Given = typeof everything extends fc.Arbitrary<infer T> ? T : never

const always: VoucherTerms = {
  ...{ kind: 'percent', value: 0, authorId: null, materialIds: null, accountId: null, isFirstOrder: false },
  ...{ minimumCents: 0, startsAt: new Date(0), endsAt: null, maxUses: null, maxPerCustomer: null },
}

function cartPrice({ price, licence, set, held, parts }: Given['pieces'][number]): number {
  if (parts !== null) return restOfBundle(price, parts)
  const prices = licencePrices({ price, regularPrice: price, additionalPrice: set, schoolPrice: set })
  return licencePriceFor(licence, prices, held ?? undefined)
}

/** What checkout writes: the lines of the order. */
function ordered(given: Given): OrderItemRow[] {
  const asked = given.pieces.map((each, index) => {
    return { materialId: index + 1, authorId: each.authorId, price: cartPrice(each) }
  })
  const verdict = judgeVoucher(
    { ...always, ...given.voucher },
    {
      ...{ accountId: 1, uses: { total: 0, own: 0, hasOrdered: false }, now: new Date() },
      lines: given.voucher === null ? [] : asked,
    },
  )
  const usualRates = given.pieces.map(({ rateBp }) => rateBp)
  const lines = asked.map((line, index) => {
    const voucherDiscount = verdict.reason === null ? (verdict.discounts[index] ?? 0) : 0
    const gross = line.price - voucherDiscount
    expect(gross).toBeGreaterThanOrEqual(0)
    const charged = given.isReversed ? gross - taxContained(gross, usualRates[index] ?? 0) : gross
    return {
      ...{ ...line, price: charged, voucherDiscount, originalPrice: line.price },
      ...{ licence: 'single' as const, title: `Material ${index}` },
    }
  })
  const sale = {
    ...{ lines, usualRates, standardBp: 1900, reverseChargeVatId: given.isReversed ? 'ATU13585627' : null },
    rates: given.isReversed ? usualRates.map(() => 0) : usualRates,
  }
  const shares = lines.map(({ authorId }) => given.shares[authorId] ?? 0)
  const isPlatformFunded = given.voucher?.fundedBy === 'platform'
  const { items, totalCents, taxCents } = priceOrder(sale, { shares, isPlatformFunded })
  expect(sumCents(items.map((item) => item.priceCents))).toBe(totalCents)
  expect(sumCents(items.map((item) => item.taxCents))).toBe(taxCents)
  return items.map((item) => ({
    ...{ order_id: 1, material_id: item.materialId, author_id: item.authorId, title: item.title },
    ...{ licence: item.licence, price_cents: item.priceCents, tax_cents: item.taxCents },
    ...{ tax_rate_bp: item.taxRateBp, author_share_cents: item.authorShareCents },
    ...{ voucher_cents: item.voucherCents, voucher_cost_cents: item.voucherCostCents },
  }))
}

function books() {
  const sums = new Map<string, number>()
  return {
    sums,
    of: (account: string) => sums.get(account) ?? 0,
    book(entries: readonly { account: string; amountCents: number }[]) {
      expect(sumCents(entries.map(({ amountCents }) => amountCents))).toBe(0)
      for (const { account, amountCents } of entries)
        sums.set(account, (sums.get(account) ?? 0) + amountCents)
    },
  }
}

function added(before: readonly GivenBackRow[], { items }: Pick<RefundLines, 'items'>): GivenBackRow[] {
  const rows = new Map(before.map((row) => [row.material_id, row]))
  for (const item of items) {
    const row = rows.get(item.materialId)
    rows.set(item.materialId, {
      material_id: item.materialId,
      amount_cents: (row?.amount_cents ?? 0) + item.amountCents,
      tax_cents: (row?.tax_cents ?? 0) + item.taxCents,
      author_share_cents: (row?.author_share_cents ?? 0) + item.authorShareCents,
      commission_cents: (row?.commission_cents ?? 0) + item.commissionCents,
      voucher_cost_cents: (row?.voucher_cost_cents ?? 0) + item.voucherCostCents,
    })
  }
  return [...rows.values()]
}

/** A refund of so much of each line; undefined when that comes to nothing. */
function partly(
  sold: readonly OrderItemRow[],
  before: readonly GivenBackRow[],
  parts: readonly number[],
): WantedBack | undefined {
  const items = sold.flatMap((item, index) => {
    const back = before.find((row) => row.material_id === item.material_id)?.amount_cents ?? 0
    const amount = Math.min(shareOf(item.price_cents - back, parts[index] ?? 0), item.price_cents - back)
    return amount > 0 ? [{ materialId: item.material_id, amount }] : []
  })
  return items.length === 0 ? undefined : { items, keepsAccess: false }
}

/** The tax that is left, for a VAT number that came after the sale. */
function taxBack(sold: readonly OrderItemRow[], before: readonly GivenBackRow[]): RefundLines['items'] {
  return sold.flatMap((item) => {
    const taxCents =
      item.tax_cents - (before.find((row) => row.material_id === item.material_id)?.tax_cents ?? 0)
    const { material_id: materialId, author_id: authorId, title } = item
    const none = { authorShareCents: 0, commissionCents: 0, voucherCostCents: 0, revokes: false }
    return taxCents === 0 ? [] : [{ materialId, authorId, title, amountCents: taxCents, taxCents, ...none }]
  })
}

function invoiceOf(sold: readonly OrderItemRow[]) {
  const party = { name: '', organisation: null, street: '', postcode: '', city: '', vatId: null }
  const items = sold.map((item) => ({
    ...{ materialId: item.material_id, title: item.title, licence: item.licence, author: 'A' },
    ...{ grossCents: item.price_cents, taxCents: item.tax_cents, taxRateBp: item.tax_rate_bp ?? 0 },
  }))
  const content = invoiceContent(
    {
      ...{ id: 1, reference: '', number: '1', accountId: 1, buyer: { name: '', email: '' }, currency: 'EUR' },
      ...{ country: 'AT', reverseChargeVatId: null, isNotTaxed: false },
      ...{ paidAt: new Date(), due: null, items },
    },
    {
      company: { ...party, country: 'DE', email: '', phone: '' } as never,
      account: { iban: '', bic: null },
      billing: undefined,
    },
  )
  return { number: '1', issuedAt: new Date(), content }
}

test('pain 15: voucher, credit, reverse charge, licences and bundles at once: no cent is lost or made, 10,000 times', () => {
  fc.assert(
    fc.property(everything, (given) => {
      const sold = ordered(given)
      const total = sumCents(sold.map((item) => item.price_cents))
      const spent = shareOf(total, given.creditBp)
      const ledger = books()
      // Now and then some of the credit is gone by the time the money comes: the platform bears it.
      const missing = shareOf(spent, given.missingBp)
      const credit = { accountId: 1, amountCents: spent - missing, missingCents: missing }
      const paid = { creditCents: spent - missing, cardCents: total - spent }
      ledger.book(
        saleBooking({ provider: 'p', feeCents: 0, country: 'AT', lines: sold.map(soldLine), credit }),
      )
      const leftToPayers = () =>
        ledger.of('provider:p') + ledger.of('credit:1') + ledger.of('platform:credits')
      expect(leftToPayers()).toBe(total)
      const invoice = invoiceOf(sold)
      expect([invoice.content.grossCents, invoice.content.taxCents]).toEqual([total, 0 - ledger.of('tax:AT')])

      let back: GivenBackRow[] = []
      const papers: ReturnType<typeof cancellationContent>[] = []
      const give = (items: RefundLines['items']) => {
        const amount = sumCents(items.map(({ amountCents }) => amountCents))
        const to = instrumentsBack(amount, { beforeCents: total - leftToPayers(), paid })
        ledger.book(
          refundBooking({
            ...{ provider: 'p', country: 'AT', lines: items },
            credit: { accountId: 1, amountCents: to.creditCents, missingCents: to.platformCents },
          }),
        )
        // Credit first, then the card, the platform last; none gets more than it paid.
        const left = ['credit:1', 'provider:p', 'platform:credits'].map(ledger.of)
        expect(Math.min(...left)).toBeGreaterThanOrEqual(0)
        if ((left[1] ?? 0) < paid.cardCents) expect(left[0]).toBe(0)
        if ((left[2] ?? 0) < missing) expect(left[1]).toBe(0)
        back = added(back, { items })
        papers.push(cancellationContent(invoice, { reason: '', isOwed: false, items }))
        const taxLeft = invoice.content.taxCents + sumCents(papers.map(({ taxCents }) => taxCents))
        expect(taxLeft).toBe(0 - ledger.of('tax:AT'))
        const grossLeft = sumCents(leftOf(invoice.content, papers).map(({ grossCents }) => grossCents))
        expect(grossLeft).toBe(leftToPayers())
        for (const row of back) expect(Math.min(...Object.values(row))).toBeGreaterThanOrEqual(0)
      }
      for (const step of given.steps) {
        const wanted = step === 'tax' ? undefined : partly(sold, back, step)
        if (step === 'tax') give(taxBack(sold, back))
        if (wanted === undefined) continue
        const { items, isLast } = refundLines(sold, back, wanted)
        give(items)
        if (isLast) expect(leftToPayers()).toBe(0)
      }
      if (leftToPayers() === 0) return
      const rest = refundLines(sold, back, { keepsAccess: false })
      give(rest.items)
      expect(rest.isLast).toBe(true)
      expect([...ledger.sums].filter(([, sum]) => sum !== 0)).toEqual([])
    }),
    { numRuns: 10_000 },
  )
})
