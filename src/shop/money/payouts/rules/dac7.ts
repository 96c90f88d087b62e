import { dac7 } from '#platform/limits.ts'
import type { SellerData } from './contract.ts'

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

/**
 * Under what authors are reported, by its name in the DPI schema. Goods are tangible (annex V, section I A 8 of Directive
 * 2011/16/EU, by Directive (EU) 2021/514), downloads are not; of the four relevant activities what a teacher makes and
 * sells as files is nearest to a personal service. The threshold of 30 sales and 2,000 EUR excuses sellers of goods alone
 * (section I B 4 d), so everybody who sold is reported, whatever the currency.
 */
export const reportedActivity = 'PersonalServices'

/** Whether nothing is paid out any more until the data are there: two reminders, and sixty days to answer. */
export function isWithheld(
  asked: { reminders: number; firstRemindedAt: Date | null },
  missing: readonly TaxDatum[],
  now: Date,
): boolean {
  if (missing.length === 0 || asked.firstRemindedAt === null || asked.reminders < dac7.reminders) return false
  return now.getTime() - asked.firstRemindedAt.getTime() >= dac7.withheldDays * 86_400_000
}
