import type { Company } from '#platform/env/env.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import type { BillingAddress } from '#shop/money/billing/rules/contract.ts'
import type { OrderInBooks } from '#shop/money/orders/server/service.ts'
import type { TaxDocumentContent } from '../rules/contract.ts'

type Party = TaxDocumentContent['buyer']
export type Line = TaxDocumentContent['lines'][number]

/** A document that was written, as far as what corrects it needs to know. */
export interface Written {
  number: string
  issuedAt: Date
  content: TaxDocumentContent
}

type Sold = Omit<OrderInBooks, 'billing'>

/** What an invoice says, from what was paid. The platform sells in its own name, so it is the one who bills. */
export function invoiceContent(
  order: Sold,
  {
    company,
    account,
    billing,
  }: {
    company: Company
    /** Where what is not paid yet is transferred to. */
    account: { iban: string; bic: string | null }
    billing: BillingAddress | undefined
  },
): TaxDocumentContent {
  const lines = order.items.map((item): Line => {
    const { materialId, title, licence, author, grossCents, taxCents, taxRateBp } = item
    return {
      ...{ materialId, title, licence, author, taxRateBp, counts: null },
      ...{ netCents: grossCents - taxCents, taxCents, grossCents },
    }
  })
  return {
    supplier: company,
    buyer: buyerOf(order, billing),
    order: { number: order.number, paidAt: order.paidAt.toISOString() },
    corrects: null,
    reason: null,
    replaces: null,
    due: order.due && { at: order.due.at.toISOString(), cents: order.due.cents, ...account },
    isReverseCharged: order.reverseChargeVatId !== null,
    isNotTaxed: order.isNotTaxed,
    taxCountry: order.country,
    ...sumsOf(lines),
    currency: order.currency,
  }
}

/** What takes back lines of an invoice: the same parties and names, the sums that go back, below zero. */
export function cancellationContent(
  { number, issuedAt, content }: Written,
  refund: {
    reason: string
    /** It was not paid yet. */
    isOwed: boolean
    items: readonly { materialId: number; amountCents: number; taxCents: number }[]
  },
): TaxDocumentContent {
  const lines = refund.items.flatMap(({ materialId, amountCents, taxCents }): Line[] => {
    const line = content.lines.find((each) => each.materialId === materialId)
    if (line === undefined) return []
    return [{ ...line, netCents: taxCents - amountCents, taxCents: -taxCents, grossCents: -amountCents }]
  })
  const sums = sumsOf(lines)
  const isWhole = sums.grossCents === -content.grossCents
  return {
    ...content,
    ...sums,
    due: refund.isOwed ? content.due : null,
    replaces: null,
    corrects: { number, issuedAt: issuedAt.toISOString(), isWhole, isReplaced: false },
    reason: refund.reason,
  }
}

/** The lines of an invoice after its corrections, without empty ones. */
export function leftOf(
  { lines }: TaxDocumentContent,
  corrections: readonly Pick<TaxDocumentContent, 'lines'>[],
): Line[] {
  return lines.flatMap((line) => {
    const same = [line, ...corrections.flatMap((each) => each.lines)].filter(
      (each) => each.materialId === line.materialId,
    )
    const left = { ...line, ...added(same) }
    return left.grossCents === 0 ? [] : left
  })
}

/** Takes back all that is left of an invoice, to issue another one in its place. */
export function reversalContent(written: Written, left: readonly Line[], reason: string): TaxDocumentContent {
  const { number, issuedAt, content } = written
  const lines = left.map((line) => ({
    ...line,
    ...{ netCents: 0 - line.netCents, taxCents: 0 - line.taxCents, grossCents: 0 - line.grossCents },
  }))
  const corrects = { number, issuedAt: issuedAt.toISOString(), isWhole: true, isReplaced: true }
  return { ...content, ...sumsOf(lines), replaces: null, corrects, reason }
}

/** The invoice in place of one that was taken back; with `isReverseCharged`, over the net sums. */
export function replacementContent(
  { number, issuedAt, content }: Written,
  input: {
    left: readonly Line[]
    billing: BillingAddress
    isReverseCharged: boolean
    /** Of our own country: what is not taxed elsewhere has no number of there. */
    ownVatId: string | null
    dueCents: number
  },
): TaxDocumentContent {
  const { left, billing, isReverseCharged, ownVatId, dueCents } = input
  const lines = isReverseCharged
    ? left.map((line) => ({ ...line, taxRateBp: 0, taxCents: 0, grossCents: line.netCents }))
    : [...left]
  return {
    ...content,
    ...sumsOf(lines),
    supplier: isReverseCharged ? { ...content.supplier, vatId: ownVatId } : content.supplier,
    buyer: { ...billing, email: content.buyer.email },
    corrects: null,
    reason: null,
    due: dueCents > 0 && content.due ? { ...content.due, cents: dueCents } : null,
    replaces: { number, issuedAt: issuedAt.toISOString() },
    isReverseCharged: isReverseCharged || content.isReverseCharged,
  }
}

/** Lines with what they add up to, in all and by rate. */
export function sumsOf(
  lines: Line[],
): Pick<TaxDocumentContent, 'lines' | 'taxes' | 'netCents' | 'taxCents' | 'grossCents'> {
  const byRate = Map.groupBy(lines, ({ taxRateBp }) => taxRateBp)
  const taxes = [...byRate].map(([taxRateBp, same]) => ({ taxRateBp, ...added(same) }))
  return { lines, taxes, ...added(lines) }
}

function added(lines: readonly Line[]) {
  return {
    netCents: sumCents(lines.map((line) => line.netCents)),
    taxCents: sumCents(lines.map((line) => line.taxCents)),
    grossCents: sumCents(lines.map((line) => line.grossCents)),
  }
}

/** An address in another country than the one that was taxed would say that the tax is wrong: then the name alone. */
function buyerOf({ buyer, country }: Sold, billing: BillingAddress | undefined): Party {
  if (billing?.country === country) return { ...billing, email: buyer.email }
  return {
    ...{ name: billing?.name ?? buyer.name, organisation: billing?.organisation ?? null, street: '' },
    ...{ postcode: '', city: '', country, vatId: null, email: buyer.email },
    buyerReference: billing?.buyerReference ?? null,
  }
}
