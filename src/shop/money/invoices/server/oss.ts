import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { formatAmount } from '#platform/i18n/prices.ts'
import { dayAt, quarterBounds } from '#platform/rules/money/day.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { isMemberState } from '#platform/rules/money/tax.ts'
import { toEuroCents } from '#shop/money/tax/rules/exchange.ts'
import { rateOfPeriod } from '#shop/money/tax/server/service.ts'
import { contradictedOrders, ledgerTax, type TaxSumRow, taxSums } from './queries.ts'

/** `2026-4`: a quarter of a calendar year. */
export const quarterSchema = z.string().regex(/^20\d\d-[1-4]$/)

export interface OssReport {
  quarter: string
  /** For the one-stop shop; a correction of an earlier quarter names it. */
  oss: TaxSumRow[]
  /** Declared elsewhere: at home, or outside the union. */
  others: TaxSumRow[]
  totals: { currency: string; netCents: number; taxCents: number; grossCents: number }[]
  /** What is declared, in euros (directive 2006/112/EC, article 366): of each row of `oss`, null where a rate is missing. */
  euros: ({ netCents: number; taxCents: number } | null)[]
  /** The sum of them; null while a rate is missing. */
  euroTotal: { netCents: number; taxCents: number } | null
  /** The rates it was reckoned by, and those that are missing: of which currency, for the last day of which quarter. */
  rates: { currency: string; quarter: string; lastDay: string; day: string | null; rate: string | null }[]
  /** Countries where the documents and the ledger do not say the same, in cents. */
  differences: { country: string; currency: string; documentsCents: number; ledgerCents: number }[]
  /** Orders of the quarter whose buyer and connection were in two countries, with no third proof for either. */
  contradicted: number
}

/** The tax of a quarter, by the clock of the books, by country and rate, from the documents of all worlds, held against the ledger. */
export async function ossReport(
  { db, env }: Pick<Context, 'db' | 'env'>,
  quarter: string,
): Promise<OssReport> {
  const [begins, ends] = quarterBounds(quarter, env.booksTimeZone)
  const [rows, booked, contradicted] = await Promise.all([
    taxSums(db, begins, ends, env.booksTimeZone),
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
  const rates = await ratesFor(db, env.booksTimeZone, quarter, oss)
  const euros = oss.map((row) => inEuros(row, rates, quarter))
  const known = euros.filter((each) => each !== null)
  return {
    ...{ quarter, euros, rates },
    euroTotal:
      known.length < euros.length
        ? null
        : {
            netCents: sumCents(known.map((row) => row.netCents)),
            taxCents: sumCents(known.map((row) => row.taxCents)),
          },
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

/** One rate per currency and quarter: what corrects an earlier one is turned into euros as that one was. */
async function ratesFor(
  db: Context['db'],
  timeZone: string,
  quarter: string,
  rows: readonly TaxSumRow[],
): Promise<OssReport['rates']> {
  const wanted = new Map(
    rows
      .filter(({ currency }) => currency !== 'EUR')
      .map(({ currency, corrects }) => {
        const of = corrects ?? quarter
        return [`${currency} ${of}`, { currency, quarter: of }] as const
      }),
  )
  const rates: OssReport['rates'] = []
  for (const each of wanted.values()) {
    const [, ends] = quarterBounds(each.quarter, timeZone)
    const lastDay = dayAt(new Date(ends.getTime() - 1), timeZone)
    const found = await rateOfPeriod(db, each.currency, lastDay)
    rates.push({ ...each, lastDay, day: found?.day ?? null, rate: found?.rate ?? null })
  }
  return rates
}

function inEuros(
  { currency, corrects, netCents, taxCents }: TaxSumRow,
  rates: OssReport['rates'],
  quarter: string,
): OssReport['euros'][number] {
  if (currency === 'EUR') return { netCents, taxCents }
  const of = corrects ?? quarter
  const rate = rates.find((each) => each.currency === currency && each.quarter === of)?.rate
  if (rate == null) return null
  return { netCents: toEuroCents(netCents, rate), taxCents: toEuroCents(taxCents, rate) }
}

/**
 * One line per country, rate and corrected quarter, then what they add up to: in its currency and in euros. Amounts have a
 * point, as the portals want them; where a rate is missing there is none.
 */
export function ossCsv({ oss, totals, quarter, euros, euroTotal }: OssReport): string {
  const amount = (cents: number, currency: string) => formatAmount(cents, currency).replace(',', '.')
  const inEuro = (sums: { netCents: number; taxCents: number } | null | undefined) =>
    sums ? [amount(sums.netCents, 'EUR'), amount(sums.taxCents, 'EUR')] : ['', '']
  const lines = oss.map((row, index) => [
    ...[quarter, row.corrects ?? '', row.country, (row.rateBp / 100).toFixed(2), row.kind],
    ...[row.currency, ...[row.netCents, row.taxCents].map((cents) => amount(cents, row.currency))],
    ...inEuro(euros[index]),
  ])
  const sums = totals.map(({ currency, netCents, taxCents }) => [
    ...[quarter, '', 'TOTAL', '', '', currency, amount(netCents, currency), amount(taxCents, currency)],
    ...inEuro(totals.length === 1 ? euroTotal : undefined),
  ])
  const all = totals.length > 1 ? [[quarter, '', 'TOTAL', '', '', 'EUR', '', '', ...inEuro(euroTotal)]] : []
  const head = [
    'period',
    'corrects',
    'country',
    'rate',
    'rate_type',
    'currency',
    'net',
    'vat',
    'net_eur',
    'vat_eur',
  ]
  return `${[head, ...lines, ...sums, ...all].map((cells) => cells.join(';')).join('\r\n')}\r\n`
}
