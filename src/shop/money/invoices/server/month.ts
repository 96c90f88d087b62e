import type { Company } from '#platform/env/env.ts'
import { sumCents, taxContained } from '#platform/rules/money/money.ts'
import type { BillingAddress } from '#shop/money/billing/rules/contract.ts'
import type { MonthOfAuthor } from '#shop/money/orders/server/service.ts'
import { type SupplierTax, supplyTax } from '#shop/money/tax/rules/supply-tax.ts'
import type { TaxDocumentContent } from '../rules/contract.ts'
import { type Line, sumsOf } from './content.ts'

/** Who an author is for the tax. */
export interface AuthorInTax extends SupplierTax {
  accountId: number
  name: string
  email: string
  /** Their own statements. */
  billing: BillingAddress | undefined
}

/**
 * The document of an author's month. We sell in our own name what they supply to us (directive 2006/112/EC, article 28;
 * regulation 282/2011, article 9a), so there is one supply between us, at the net price of what was sold less our
 * commission: our margin is no service to them and has no document. Its total is the author's share, to the cent: tax
 * is contained in it. What went back is taken off; a month of nothing but refunds is below zero, a credit note.
 */
export function monthContent(
  month: MonthOfAuthor,
  input: {
    company: Company
    author: AuthorInTax
    /** Basis points in our country, by material. */
    rateOf: (materialId: number) => number
    period: string
    endsAt: Date
  },
): TaxDocumentContent {
  const { company, author, rateOf, period, endsAt } = input
  const treatment = supplyTax(author, company.country)
  const rates = month.materials.map(({ materialId }) => (treatment === 'taxed' ? rateOf(materialId) : 0))
  const taxes = taxesContained(
    month.materials.map(({ shareCents }) => shareCents),
    rates,
  )
  const lines = month.materials.map((material, index): Line => {
    const { materialId, title, sold, back, netCents: soldNetCents, shareCents: grossCents } = material
    const taxRateBp = rates[index] ?? 0
    const taxCents = taxes[index] ?? 0
    return {
      ...{ materialId, title, licence: null, author: null, counts: { sold, back, soldNetCents } },
      ...{ taxRateBp, netCents: grossCents - taxCents, taxCents, grossCents },
    }
  })
  return {
    supplier: partyOf(author),
    supplierNumber: String(author.accountId),
    buyer: company,
    order: { number: period, paidAt: endsAt.toISOString() },
    ...{ corrects: null, reason: null, replaces: null, due: null, currency: month.currency },
    isReverseCharged: treatment === 'reverse-charged',
    isNotTaxed: treatment === 'not-taxed',
    taxCountry: company.country,
    ...sumsOf(lines),
  }
}

/**
 * The tax in amounts of both signs: rounded once per rate, on what is billed at it (EN 16931, BR-CO-17); the cents that the
 * lines by themselves would be off are taken from the largest ones.
 */
function taxesContained(amounts: readonly number[], rates: readonly number[]): number[] {
  const taxes = amounts.map((amount, index) => taxContained(amount, rates[index] ?? 0))
  for (const rate of new Set(rates)) {
    const same = rates.flatMap((each, index) => (each === rate ? [index] : []))
    const whole = taxContained(sumCents(same.map((index) => amounts[index] ?? 0)), rate)
    const off = whole - sumCents(same.map((index) => taxes[index] ?? 0))
    const largest = same.toSorted((a, b) => Math.abs(amounts[b] ?? 0) - Math.abs(amounts[a] ?? 0))
    for (const index of largest.slice(0, Math.abs(off))) taxes[index] = (taxes[index] ?? 0) + Math.sign(off)
  }
  return taxes
}

function partyOf({ name, email, billing, country }: AuthorInTax): TaxDocumentContent['buyer'] {
  if (billing !== undefined) return { ...billing, email }
  return { name, organisation: null, street: '', postcode: '', city: '', country, vatId: null, email }
}
