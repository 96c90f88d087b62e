import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import type { CookieChange } from '#platform/context/cookies.ts'
import { ProductError } from '#platform/errors.ts'
import { currencySymbol } from '#platform/i18n/currencies.ts'
import { countryDays, defaultCountry } from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { isSellCountry, sellCountries } from '#platform/rules/money/tax.ts'

/** ISO 3166-1 alpha-2, and its name in the world's language. */
export interface Country {
  code: string
  name: string
}

/** Specification 3 "Geotargeting" and 7 "set-country" name the code differently; `currency` is the world's (3 "Currency"). */
export const countrySchema = z.object({
  countryCode: z.string(),
  code: z.string(),
  name: z.string(),
  currency: z.object({ code: z.string(), symbol: z.string(), loaded: z.literal(true) }),
  loaded: z.literal(true),
})

/** The country the person chose; a missing or unknown one is the default (specification 8: a failed look-up leads to de). */
export function chosenCountry(context: Context): Country {
  const code = context.country?.toUpperCase() ?? ''
  return named(context, isSellCountry(code) ? code : defaultCountry)
}

/** A country on the wire, with the currency that is paid in the caller's world. */
export function countryAnswer(country: Country, { world }: Context): z.input<typeof countrySchema> {
  const code = worldOf(world).currency
  const currency = { code, symbol: currencySymbol(code), loaded: true as const }
  return { countryCode: country.code, ...country, currency, loaded: true }
}

const durationUnits = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_629_746,
  year: 31_556_952,
}

/** How long something lasts, in seconds: a number of them, or in words ('1 year', '30 days'); undefined for anything else. */
export function readDuration(text: string): number | undefined {
  const [, number = '', unit = ''] = /^\s*(\d{1,9})\s*([a-z]*?)s?\s*$/i.exec(text) ?? []
  const seconds = durationUnits[(unit.toLowerCase() || 'second') as keyof typeof durationUnits]
  const all = Number(number) * (seconds ?? 0)
  return all > 0 ? all : undefined
}

/** Every country we sell to, by name. */
export function countries(context: Context): Country[] {
  const { intl } = worldOf(context.world)
  const { compare } = new Intl.Collator(intl)
  return sellCountries.map((code) => named(context, code)).sort((one, other) => compare(one.name, other.name))
}

/**
 * The cookie that keeps a country, for a year at most.
 * @throws ProductError invalid_input for a country we do not sell to
 */
export function countryCookie(code: string, seconds: number = countryDays * 86_400): CookieChange {
  if (!isSellCountry(code)) throw new ProductError('invalid_input', { fields: { code: 'invalid' } })
  return { name: 'country', value: code, maxAgeSeconds: Math.min(seconds, countryDays * 86_400) }
}

function named(context: Context, code: string): Country {
  const names = new Intl.DisplayNames([worldOf(context.world).intl], { type: 'region' })
  return { code, name: names.of(code) ?? code }
}
