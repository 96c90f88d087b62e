import type { BillingAddress } from '#shared/contract/billing.ts'
import type { TaxDocumentContent } from '#shared/contract/tax-document.ts'
import { taxContained } from '#shared/rules/money.ts'
import { isMemberState } from '#shared/rules/tax.ts'
import { countryOfVatId } from '#shared/rules/vat-id.ts'
import type { Company } from '../../env.ts'
import type { MonthOfAuthor } from '../orders/service.ts'
import { type Line, sumsOf } from './content.ts'

/** Who an author is for the tax. */
export interface AuthorInTax {
  name: string
  email: string
  /** What they said, and whether its number is verified. */
  billing: BillingAddress | undefined
  isVerified: boolean
  /** Where they live as far as we know. */
  country: string
}

interface Rates {
  /** Contained in what the author supplies to us. */
  supplyBp: number
  /** Contained in our commission. */
  feeBp: number
  isReverseCharged: boolean
}

/**
 * The tax between an author and us. The author supplies what we sell (directive 2006/112/EC, article 28): with tax only
 * when a verified number says that they owe it. Our commission is our service to them: with our country's tax at home and
 * for private authors by their country, without it where the author owes it.
 */
export function ratesOf(
  author: Pick<AuthorInTax, 'billing' | 'isVerified' | 'country'>,
  sellerCountry: string,
  standardOf: (country: string) => number,
): Rates {
  const vatId = author.isVerified ? author.billing?.vatId : null
  const verifiedIn = vatId ? countryOfVatId(vatId) : undefined
  if (verifiedIn === sellerCountry) {
    const home = standardOf(sellerCountry)
    return { supplyBp: home, feeBp: home, isReverseCharged: false }
  }
  if (verifiedIn !== undefined && isMemberState(verifiedIn))
    return { supplyBp: 0, feeBp: 0, isReverseCharged: true }
  return { supplyBp: 0, feeBp: standardOf(author.country), isReverseCharged: false }
}

/** The two documents of an author's month: what they sold us, and what we keep of it. Their difference is their share. */
export function monthContents(
  month: MonthOfAuthor,
  input: { company: Company; author: AuthorInTax; rates: Rates; period: string; endsAt: Date },
): { selfBilling: TaxDocumentContent; fee: TaxDocumentContent } {
  const { company, author, rates, period, endsAt } = input
  const party = partyOf(author)
  const common = {
    order: { number: period, paidAt: endsAt.toISOString() },
    ...{ corrects: null, reason: null, replaces: null, currency: month.currency },
    isReverseCharged: rates.isReverseCharged,
    due: null,
  }
  const lines = (
    rateBp: number,
    amountOf: (material: MonthOfAuthor['materials'][number]) => number,
  ): Line[] =>
    month.materials.map((material) => {
      const grossCents = amountOf(material)
      const taxCents = taxContained(grossCents, rateBp)
      const { materialId, title, sold, back } = material
      return {
        ...{ materialId, title, licence: null, author: null, counts: { sold, back } },
        ...{ taxRateBp: rateBp, netCents: grossCents - taxCents, taxCents, grossCents },
      }
    })
  return {
    selfBilling: {
      ...common,
      ...{ supplier: party, buyer: company, taxCountry: company.country },
      ...sumsOf(lines(rates.supplyBp, ({ netCents }) => netCents)),
    },
    fee: {
      ...common,
      ...{ supplier: company, buyer: party },
      taxCountry: rates.isReverseCharged ? company.country : party.country,
      ...sumsOf(lines(rates.feeBp, ({ commissionCents }) => commissionCents)),
    },
  }
}

function partyOf({ name, email, billing, country }: AuthorInTax): TaxDocumentContent['buyer'] {
  if (billing !== undefined) return { ...billing, email }
  return { name, organisation: null, street: '', postcode: '', city: '', country, vatId: null, email }
}
