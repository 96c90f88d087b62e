import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { dayAt, dayStart } from '#platform/rules/money/day.ts'

/** What cards there are to buy, in cents of each currency. */
export const giftCardAmounts: Readonly<Record<string, readonly number[]>> = {
  EUR: [1000, 2000, 3000, 5000, 10_000],
  GBP: [1000, 2000, 3000, 5000, 10_000],
}

/**
 * How long a card that was paid for can be redeemed, never shorter than claims live there: BGB 195 and 199; Código Civil
 * 1964; Code civil 2224; Astikos Kodikas 250; Codice civile 2946; Limitation Act 1980 s. 5 (and the five years of the Irish
 * Gift Vouchers Act 2019). Counted to the end of the calendar year.
 */
const years: Readonly<Record<LiveWorldCode, number>> = { de: 3, es: 5, fr: 5, gr: 5, it: 10, en: 6 }

/** The last moment of a card bought then: the end of a year, by the clocks of the world it was bought in. */
export function giftCardEnd(
  { world, timeZone }: { world: LiveWorldCode; timeZone: string },
  bought: Date,
): Date {
  const year = Number(dayAt(bought, timeZone).slice(0, 4)) + years[world] + 1
  return new Date(dayStart(`${year}-01-01`, timeZone).getTime() - 1)
}

/** So far ahead a card may be sent. */
export const giftCardDaysAhead = 365
