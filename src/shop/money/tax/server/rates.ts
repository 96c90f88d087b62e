import type { Db } from '#platform/db/pool.ts'
import { utcDay } from '#platform/rules/money/day.ts'
import { isSellCountry } from '#platform/rules/money/tax.ts'
import { type RateRow, rateRows, rateRowsOf } from './queries.ts'

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
export async function ratesOf(db: Db, country: string): Promise<CountryRates | undefined> {
  return isSellCountry(country) ? ratesIn(await rateRowsOf(db, utcDay(new Date()), country)) : undefined
}

function ratesIn(own: readonly RateRow[]): CountryRates | undefined {
  const standard = own.find((row) => row.kind === 'standard')
  if (standard === undefined) return undefined
  const publication = own.find((row) => row.kind === 'publication') ?? standard
  return { standardBp: standard.rate_bp, publicationBp: publication.rate_bp }
}
