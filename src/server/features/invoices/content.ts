import type { BillingAddress } from '#shared/contract/billing.ts'
import type { TaxDocumentContent } from '#shared/contract/tax-document.ts'
import { sumCents } from '#shared/rules/money.ts'
import type { Company } from '../../env.ts'
import type { OrderInBooks } from '../orders/service.ts'

type Party = TaxDocumentContent['buyer']
type Line = TaxDocumentContent['lines'][number]

/** What an invoice says, from what was paid. The platform sells in its own name, so it is the one who bills. */
export function invoiceContent(
  order: OrderInBooks,
  { company, billing }: { company: Company; billing: BillingAddress | undefined },
): TaxDocumentContent {
  const lines = order.items.map((item): Line => {
    const { materialId, title, licence, author, grossCents, taxCents } = item
    const { taxRateBp } = order
    return {
      ...{ materialId, title, licence, author, taxRateBp },
      ...{ netCents: grossCents - taxCents, taxCents, grossCents },
    }
  })
  return {
    supplier: company,
    buyer: buyerOf(order, billing),
    order: { number: order.number, paidAt: order.paidAt.toISOString() },
    corrects: null,
    reason: null,
    taxCountry: order.country,
    ...sumsOf(lines),
    currency: order.currency,
  }
}

/** What takes back lines of an invoice: the same parties and names, the sums that go back, below zero. */
export function cancellationContent(
  invoice: { number: string; issuedAt: Date; content: TaxDocumentContent },
  refund: {
    reason: string
    items: readonly { materialId: number; amountCents: number; taxCents: number }[]
  },
): TaxDocumentContent {
  const { number, issuedAt, content } = invoice
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
    corrects: { number, issuedAt: issuedAt.toISOString(), isWhole },
    reason: refund.reason,
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
function buyerOf({ buyer, country }: OrderInBooks, billing: BillingAddress | undefined): Party {
  if (billing?.country === country) return { ...billing, email: buyer.email }
  return {
    ...{ name: billing?.name ?? buyer.name, organisation: billing?.organisation ?? null, street: '' },
    ...{ postcode: '', city: '', country, vatId: null, email: buyer.email },
  }
}
