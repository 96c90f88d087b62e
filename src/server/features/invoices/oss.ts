import { z } from 'zod'
import { formatAmount } from '#i18n/prices.ts'
import { sumCents } from '#shared/rules/money.ts'
import { isMemberState } from '#shared/rules/tax.ts'
import type { Context } from '../../context.ts'
import { contradictedOrders, ledgerTax, type TaxSumRow, taxSums } from './oss-queries.ts'

/** `2026-4`: a quarter of a calendar year. */
export const quarterSchema = z.string().regex(/^20\d\d-[1-4]$/)

export interface OssReport {
  quarter: string
  /** For the one-stop shop; a correction of an earlier quarter names it. */
  oss: TaxSumRow[]
  /** Declared elsewhere: at home, or outside the union. */
  others: TaxSumRow[]
  totals: { currency: string; netCents: number; taxCents: number; grossCents: number }[]
  /** Countries where the documents and the ledger do not say the same, in cents. */
  differences: { country: string; currency: string; documentsCents: number; ledgerCents: number }[]
  /** Orders of the quarter whose buyer and connection were in two countries, with no third proof for either. */
  contradicted: number
}

/** The tax of a quarter (UTC) by country and rate, from the documents of all worlds, held against the ledger. */
export async function ossReport(
  { db, env }: Pick<Context, 'db' | 'env'>,
  quarter: string,
): Promise<OssReport> {
  const [begins, ends] = boundsOf(quarter)
  const [rows, booked, contradicted] = await Promise.all([
    taxSums(db, begins, ends),
    ledgerTax(db, begins, ends),
    contradictedOrders(db, begins, ends),
  ])
  const isOss = ({ country, isReverseCharged, isNotTaxed }: TaxSumRow) =>
    isMemberState(country) && country !== env.company.country && !isReverseCharged && !isNotTaxed
  const oss = rows.filter(isOss)
  const places = new Map(
    [...rows, ...booked].map(({ country, currency }) => [`${country} ${currency}`, { country, currency }]),
  )
  const differences = [...places.values()].map(({ country, currency }) => {
    const here = (row: { country: string; currency: string }) =>
      row.country === country && row.currency === currency
    const documentsCents = sumCents(rows.filter(here).map((row) => row.taxCents))
    return { country, currency, documentsCents, ledgerCents: booked.find(here)?.taxCents ?? 0 }
  })
  return {
    quarter,
    oss,
    others: rows.filter((row) => !isOss(row)),
    totals: [...Map.groupBy(oss, (row) => row.currency)].map(([currency, same]) => ({
      currency,
      netCents: sumCents(same.map((row) => row.netCents)),
      taxCents: sumCents(same.map((row) => row.taxCents)),
      grossCents: sumCents(same.map((row) => row.grossCents)),
    })),
    differences: differences.filter((each) => each.documentsCents !== each.ledgerCents),
    contradicted,
  }
}

/** One line per country, rate and corrected quarter, then what they add up to. Amounts have a point, as the portals want them. */
export function ossCsv({ oss, totals, quarter }: OssReport): string {
  const amount = (cents: number, currency: string) => formatAmount(cents, currency).replace(',', '.')
  const lines = oss.map((row) => [
    ...[quarter, row.corrects ?? '', row.country, (row.rateBp / 100).toFixed(2), row.kind],
    ...[row.currency, ...[row.netCents, row.taxCents].map((cents) => amount(cents, row.currency))],
  ])
  const sums = totals.map(({ currency, netCents, taxCents }) => [
    ...[quarter, '', 'TOTAL', '', '', currency, amount(netCents, currency), amount(taxCents, currency)],
  ])
  const head = ['period', 'corrects', 'country', 'rate', 'rate_type', 'currency', 'net', 'vat']
  return `${[head, ...lines, ...sums].map((cells) => cells.join(';')).join('\r\n')}\r\n`
}

function boundsOf(quarter: string): [Date, Date] {
  const [year = 0, number = 1] = quarter.split('-').map(Number)
  return [new Date(Date.UTC(year, number * 3 - 3, 1)), new Date(Date.UTC(year, number * 3, 1))]
}
