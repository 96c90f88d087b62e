import type { SellerData } from '../contract/payout.ts'
import { dac7 } from '../limits.ts'

/** What the directive wants to know of a seller (annex V, section II B) and we have not been told. */
export type TaxDatum = 'name' | 'taxNumber' | 'birthDate' | 'registerNumber'

/** Without a seller's data everything is missing. */
export function missingTaxData(data: SellerData | null): TaxDatum[] {
  if (data === null) return ['name', 'taxNumber', 'birthDate']
  const missing: TaxDatum[] = []
  if (data.taxNumber === null) missing.push('taxNumber')
  if (data.kind === 'private' && data.birthDate === null) missing.push('birthDate')
  if (data.kind === 'business' && data.registerNumber === null) missing.push('registerNumber')
  return missing
}

/** Whether a year's sales have to be reported: 30 of them, or more than 2,000 EUR in any currency's own measure. */
export function isReportable(sales: number, sums: readonly { currency: string; cents: number }[]): boolean {
  if (sales >= dac7.sales) return true
  return sums.some(({ currency, cents }) => cents > (dac7.cents[currency] ?? dac7.cents.EUR))
}

/** Whether nothing is paid out any more until the data are there: two reminders, and sixty days to answer. */
export function isWithheld(
  asked: { reminders: number; firstRemindedAt: Date | null },
  missing: readonly TaxDatum[],
  now: Date,
): boolean {
  if (missing.length === 0 || asked.firstRemindedAt === null || asked.reminders < dac7.reminders) return false
  return now.getTime() - asked.firstRemindedAt.getTime() >= dac7.withheldDays * 86_400_000
}
