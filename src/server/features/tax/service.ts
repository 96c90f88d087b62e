import { ProductError } from '#shared/errors.ts'
import { utcDay } from '#shared/rules/day.ts'
import { taxContained } from '#shared/rules/money.ts'
import { isReverseCharged, isSellCountry } from '#shared/rules/tax.ts'
import { countryOfVatId } from '#shared/rules/vat-id.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { together } from '../../db/transaction.ts'
import { requireMember } from '../../http/access.ts'
import {
  insertEvidence,
  publicationIds,
  type RateRow,
  rateRows,
  rateRowsOf,
  setPublication,
  updateBankCountry,
} from './queries.ts'
import { stateOfVatId } from './vat-ids.ts'

export { publicationIds as publicationsAmong } from './queries.ts'
export { stateOfVatId, type VatIdState, verifyVatId } from './vat-ids.ts'

/** Basis points (1900 = 19 %). */
export interface CountryRates {
  standardBp: number
  publicationBp: number
}

/** The rates of today, by country. Where publications have none of their own they are taxed as everything is. */
export async function taxRates(db: Db, today: Date = new Date()): Promise<Map<string, CountryRates>> {
  const rows = await rateRows(db, utcDay(today))
  const byCountry = Map.groupBy(rows, (row) => row.country)
  return new Map(
    [...byCountry].flatMap(([country, own]): [string, CountryRates][] => {
      const rates = ratesIn(own)
      return rates === undefined ? [] : [[country, rates]]
    }),
  )
}

/** The same of one country; undefined where nothing is sold. */
async function ratesOf(db: Db, country: string): Promise<CountryRates | undefined> {
  return isSellCountry(country) ? ratesIn(await rateRowsOf(db, utcDay(new Date()), country)) : undefined
}

function ratesIn(own: readonly RateRow[]): CountryRates | undefined {
  const standard = own.find((row) => row.kind === 'standard')
  if (standard === undefined) return undefined
  const publication = own.find((row) => row.kind === 'publication') ?? standard
  return { standardBp: standard.rate_bp, publicationBp: publication.rate_bp }
}

interface PricedLine {
  materialId: number
  /** Gross cents, after every discount. */
  price: number
}

export interface SaleTax<L> {
  /** The lines as they are charged: net where the buyer owes the tax themselves. */
  lines: L[]
  /** Basis points, line by line. */
  rates: number[]
  /** What each line would be taxed at if the buyer did not owe the tax: what is contained in its price in the cart. */
  usualRates: number[]
  standardBp: number
  /** The buyer's number, when they owe the tax themselves. */
  reverseChargeVatId: string | null
}

/**
 * How a sale is taxed: by the buyer's country, each line at the rate of what it is; a business whose number is verified, in
 * another member state than ours, pays the net price. @throws ProductError invalid_input for a country we do not sell to
 */
export async function saleTax<L extends PricedLine>(
  db: Db,
  { world, env }: Pick<Context, 'world' | 'env'>,
  input: { country: string; vatId: string | null; lines: readonly L[] },
): Promise<SaleTax<L>> {
  const { country, vatId, lines } = input
  const materialIds = lines.map((line) => line.materialId)
  const [rates, publications, state] = await together([
    ratesOf(db, country),
    publicationIds(db, world, materialIds),
    vatId === null ? 'unverified' : stateOfVatId(db, vatId),
  ])
  if (rates === undefined) throw new ProductError('invalid_input', { fields: { country: 'invalid' } })
  const lineRates = lines.map(({ materialId }) =>
    publications.has(materialId) ? rates.publicationBp : rates.standardBp,
  )
  const isReversed = isReverseCharged({
    sellerCountry: env.company.country,
    buyerCountry: country,
    verifiedIn: vatId !== null && state === 'verified' ? countryOfVatId(vatId) : undefined,
  })
  if (!isReversed) {
    return {
      lines: [...lines],
      rates: lineRates,
      usualRates: lineRates,
      standardBp: rates.standardBp,
      reverseChargeVatId: null,
    }
  }
  return {
    lines: lines.map((line, index) => ({
      ...line,
      price: line.price - taxContained(line.price, lineRates[index] ?? 0),
    })),
    rates: lines.map(() => 0),
    usualRates: lineRates,
    standardBp: 0,
    reverseChargeVatId: vatId,
  }
}

/** Keeps where a buyer lives, as it was known when the tax was chosen: beside the order of this reference. */
export async function keepEvidence(
  tx: Db,
  { world, ipCountry }: Pick<Context, 'world' | 'ipCountry'>,
  input: { reference: string; country: string },
): Promise<void> {
  await insertEvidence(tx, world, {
    reference: input.reference,
    billing: input.country,
    ip: ipCountry ?? null,
  })
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

/** Says whether a material is an electronic publication: the platform owes the tax, so it decides. Sold ones keep their rate. */
export async function classify(
  context: Context,
  { materialId, isPublication }: { materialId: number; isPublication: boolean },
): Promise<void> {
  const { accountId: decidedBy } = requireMember(context)
  const { db, world } = context
  if (!(await setPublication(db, world, { materialId, isPublication, decidedBy })))
    throw new ProductError('not_found')
}
