import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { taxContained } from '#platform/rules/money/money.ts'
import { type SaleTreatment, saleTreatment } from '#platform/rules/money/sale-tax.ts'
import type { BillingAddress } from '#shop/money/billing/rules/contract.ts'
import { isContradicted, type TaxEvidence } from '../rules/tax-evidence.ts'
import {
  findEvidence,
  insertEvidence,
  markContradicted,
  publicationIds,
  updateBankCountry,
} from './queries.ts'
import { ratesOf } from './rates.ts'
import { businessIn, holderOf, stateOfVatId, type VatIdState } from './vat-ids.ts'

export { type DayRate, rateOfDay, rateOfPeriod } from './exchange-rates.ts'
export { type ListingTax, listingTax } from './publications.ts'
export { publicationIds as publicationsAmong } from './queries.ts'
export { type CountryRates, taxRates } from './rates.ts'
export { businessIn, holderOf, stateOfVatId, type VatIdState, vatIdStates, verifyVatId } from './vat-ids.ts'

interface PricedLine {
  materialId: number
  /** Gross cents, after every discount. */
  price: number
}

export interface SaleTax<L> {
  treatment: SaleTreatment
  /** The lines as they are charged: net where the buyer owes the tax themselves. */
  lines: L[]
  /** Basis points, line by line. */
  rates: number[]
  /** What each line would be taxed at if the buyer did not owe the tax: what is contained in its price in the cart. */
  usualRates: number[]
  standardBp: number
  /** The buyer's number, when they owe the tax themselves. */
  reverseChargeVatId: string | null
  /** What it was decided by. */
  basis: { postcode: string | null; vatId: string | null; vatIdState: VatIdState | null }
}

/**
 * How a sale is taxed: by the buyer's country and address, each line at the rate of what it is. Whoever owes the tax
 * themselves pays the net price; where no tax applies the price is what it says, and nothing in it is tax. `not-sold` has
 * the prices without any tax: nobody may order. @throws ProductError invalid_input for a country we do not sell to
 */
export async function saleTax<L extends PricedLine>(
  db: Db,
  { world, env }: Pick<Context, 'world' | 'env'>,
  input: { country: string; billing: BillingAddress | null; lines: readonly L[] },
): Promise<SaleTax<L>> {
  const { country, billing, lines } = input
  const materialIds = lines.map((line) => line.materialId)
  const vatId = billing?.vatId ?? null
  const rates = await ratesOf(db, country)
  const publications = await publicationIds(db, world, materialIds)
  const vatIdState =
    billing === null || vatId === null ? null : await stateOfVatId(db, holderOf({ ...billing, vatId }))
  if (rates === undefined) throw new ProductError('invalid_input', { fields: { country: 'invalid' } })
  const lineRates = lines.map(({ materialId }) =>
    publications.has(materialId) ? rates.publicationBp : rates.standardBp,
  )
  // An address in another country says nothing about this one.
  const postcode = billing?.country === country ? billing.postcode : null
  const treatment = saleTreatment({
    sellerCountry: env.company.country,
    buyer: {
      country,
      postcode,
      businessIn: vatId === null || vatIdState === null ? undefined : businessIn(vatId, vatIdState),
    },
    registrations: env.registrations,
  })
  const isTaxed = treatment === 'taxed'
  const isReversed = treatment === 'reverse-charged'
  return {
    treatment,
    lines: isReversed
      ? lines.map((line, index) => ({
          ...line,
          price: line.price - taxContained(line.price, lineRates[index] ?? 0),
        }))
      : [...lines],
    rates: isTaxed ? lineRates : lines.map(() => 0),
    usualRates: isTaxed || isReversed ? lineRates : lines.map(() => 0),
    standardBp: isTaxed ? rates.standardBp : 0,
    reverseChargeVatId: isReversed ? vatId : null,
    basis: { postcode, vatId, vatIdState },
  }
}

/** Keeps where a buyer lives, as it was known when the tax was chosen: beside the order of this reference. */
export async function keepEvidence(
  tx: Db,
  { world, ipCountry }: Pick<Context, 'world' | 'ipCountry'>,
  input: { reference: string; country: string; sale: Pick<SaleTax<unknown>, 'treatment' | 'basis'> },
): Promise<void> {
  const { reference, country, sale } = input
  await insertEvidence(tx, world, {
    ...{ reference, billing: country, ip: ipCountry ?? null },
    ...{ treatment: sale.treatment, ...sale.basis },
  })
}

/** What somebody has to look at in a sale that is paid; none for most. */
export type TaxConcern =
  /** What is known of where the buyer lives contradicts their word. */
  | { kind: 'country_contradicted'; evidence: TaxEvidence }
  /** The register names another holder: it was charged with tax. */
  | { kind: 'vat_id_other_name'; vatId: string }
  /** It went without tax on a number whose register we cannot ask. */
  | { kind: 'vat_id_unasked'; vatId: string }

/** Holds the evidence of a paid sale against what the buyer said (regulation 282/2011, articles 18, 24b and 24f). */
export async function concernsOf(tx: Db, world: string, orderId: number): Promise<TaxConcern[]> {
  const row = await findEvidence(tx, world, orderId)
  if (row === undefined) return []
  const { billing_country: billing, ip_country: ip, bank_country: bank, vat_id: vatId } = row
  const evidence = { billing, ip, bank }
  const concerns: TaxConcern[] = []
  // Of a business its number says where it is, not its card.
  if (row.treatment !== 'reverse-charged' && isContradicted(evidence)) {
    await markContradicted(tx, world, orderId)
    concerns.push({ kind: 'country_contradicted', evidence })
  }
  if (vatId !== null && row.vat_id_state === 'other_name') concerns.push({ kind: 'vat_id_other_name', vatId })
  if (vatId !== null && row.vat_id_state === 'no_register' && row.treatment === 'reverse-charged')
    concerns.push({ kind: 'vat_id_unasked', vatId })
  return concerns
}

/** The country of the card or account an order was paid with, where the provider says so. */
export async function keepBankCountry(
  tx: Db,
  world: string,
  input: { orderId: number; country: string | undefined },
): Promise<void> {
  const { orderId, country } = input
  if (country !== undefined && /^[A-Z]{2}$/.test(country))
    await updateBankCountry(tx, world, { orderId, country })
}
