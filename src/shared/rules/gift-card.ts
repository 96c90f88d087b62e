import type { LiveWorldCode } from '../contract/world.ts'

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

/** How far the clocks of a world are ahead of UTC at New Year. */
const hoursAhead: Readonly<Record<LiveWorldCode, number>> = { de: 1, es: 1, fr: 1, gr: 2, it: 1, en: 0 }

/** The last moment of a card bought then: the end of a year where it was bought. */
export function giftCardEnd(world: LiveWorldCode, bought: Date): Date {
  const year = bought.getUTCFullYear() + years[world] + 1
  return new Date(Date.UTC(year, 0, 1, -hoursAhead[world]) - 1)
}

/** So far ahead a card may be sent. */
export const giftCardDaysAhead = 365
