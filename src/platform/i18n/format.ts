import { type LiveWorld, worldOf } from '#platform/routing/worlds.ts'

/**
 * Dates, numbers and sizes in a world's form. Made on the server and sent as text: a browser's own data may differ
 * in spaces and month names. Intl is only ever given the `intl` column, never a world code.
 */

export type DateStyle = 'short' | 'long' | 'month' | 'dateTime'

const dateOptions: Readonly<Record<DateStyle, Intl.DateTimeFormatOptions>> = {
  short: { day: '2-digit', month: '2-digit', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  dateTime: { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Intl objects are slow to make and never change: each is memoized. */
const made = new Map<string, unknown>()

function keep<T>(key: string, make: () => T): T {
  const known = made.get(key)
  if (known !== undefined) return known as T
  const fresh = make()
  made.set(key, fresh)
  return fresh
}

/** `07.11.2026`, `7. November 2026`, `November 2026` or with the time of day, in the world's own time zone, or in `zone`. */
export function formatDate(date: Date, world: LiveWorld, style: DateStyle = 'short', zone?: string): string {
  const { intl, timeZone: own } = worldOf(world)
  const timeZone = zone ?? own
  const form = keep(
    `date ${world} ${style} ${timeZone}`,
    () => new Intl.DateTimeFormat(intl, { ...dateOptions[style], timeZone }),
  )
  return form.format(date)
}

/** "vor 3 Stunden" within a week of `now`, the short date otherwise. */
export function formatRelativeDate(date: Date, world: LiveWorld, now: Date = new Date()): string {
  const distance = date.getTime() - now.getTime()
  const size = Math.abs(distance)
  if (size >= 7 * day) return formatDate(date, world)
  const form = keep(
    `relative ${world}`,
    () => new Intl.RelativeTimeFormat(worldOf(world).intl, { numeric: 'auto' }),
  )
  if (size < minute) return form.format(0, 'second')
  if (size < hour) return form.format(Math.trunc(distance / minute), 'minute')
  if (size < day) return form.format(Math.trunc(distance / hour), 'hour')
  return form.format(Math.trunc(distance / day), 'day')
}

/** `4,0`: always one decimal, so that ratings stand in a column. */
export function formatRating(value: number, world: LiveWorld): string {
  const format = keep(
    `rating ${world}`,
    () => new Intl.NumberFormat(worldOf(world).intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  )
  return format.format(value)
}

/** `12.345,5`: at most `decimals` decimals, grouped as the world does it. */
export function formatNumber(value: number, world: LiveWorld, decimals = 2): string {
  const form = keep(
    `number ${world} ${decimals}`,
    () => new Intl.NumberFormat(worldOf(world).intl, { maximumFractionDigits: decimals }),
  )
  return form.format(value)
}

/** `12,5 %` of 0.125, as the language writes it: with a space, or without. */
export function formatShare(share: number, world: LiveWorld, decimals = 1): string {
  const form = keep(
    `share ${world} ${decimals}`,
    () => new Intl.NumberFormat(worldOf(world).intl, { style: 'percent', maximumFractionDigits: decimals }),
  )
  return form.format(share)
}

/** A label as it stands before what it names: French has a space before its colon. */
export function withColon(label: string, world: LiveWorld): string {
  return worldOf(world).lang === 'fr' ? `${label}\u00a0:` : `${label}:`
}

/** `Mathematik, Deutsch und Kunst`: an enumeration as the language joins it. */
export function formatList(words: readonly string[], world: LiveWorld): string {
  const form = keep(`list ${world}`, () => new Intl.ListFormat(worldOf(world).intl, { type: 'conjunction' }))
  return form.format(words)
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** `1,4 MB`, in steps of 1024 as file managers count. */
export function formatFileSize(bytes: number, world: LiveWorld): string {
  let value = bytes
  let step = 0
  while (value >= 1024 && step < sizeUnits.length - 1) {
    value /= 1024
    step++
  }
  const unit = sizeUnits[step] ?? 'byte'
  const decimals = value < 10 && step > 0 ? 1 : 0
  const form = keep(
    `size ${world} ${unit} ${decimals}`,
    () =>
      new Intl.NumberFormat(worldOf(world).intl, {
        style: 'unit',
        unit,
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        maximumFractionDigits: decimals,
      }),
  )
  return form.format(value)
}

/** The name of a language (ISO 639-1) inside a sentence: "français", "Französisch". */
export function languageName(code: string, world: LiveWorld): string {
  const names = keep(
    `language ${world}`,
    () => new Intl.DisplayNames([worldOf(world).intl], { type: 'language' }),
  )
  const name = () => names.of(code) ?? code
  // Intl.DisplayNames is slow, so names are cached; there are few codes of two letters.
  return /^[a-z]{2}$/.test(code) ? keep(`language ${world} ${code}`, name) : name()
}

/** The same as the first word of a line: "Französisch", "Allemand". */
export function formatLanguage(code: string, world: LiveWorld): string {
  const name = languageName(code, world)
  return name.charAt(0).toLocaleUpperCase(worldOf(world).intl) + name.slice(1)
}

/** The name of a country (ISO 3166-1): "Österreich", "Austria". */
export function countryName(code: string, world: LiveWorld): string {
  const names = keep(
    `country ${world}`,
    () => new Intl.DisplayNames([worldOf(world).intl], { type: 'region' }),
  )
  return names.of(code) ?? code
}

/** Whether two words differ in nothing but capitals and accents. */
export function isSameWord(one: string, other: string, world: LiveWorld): boolean {
  const collator = keep(
    `same ${world}`,
    () => new Intl.Collator(worldOf(world).intl, { sensitivity: 'base' }),
  )
  return collator.compare(one, other) === 0
}

/** A text sentence by sentence as they are wanted, each with the space that follows it. */
export function* sentencesIn(text: string, world: LiveWorld): Generator<string> {
  const segmenter = keep(
    `sentence ${world}`,
    () => new Intl.Segmenter(worldOf(world).intl, { granularity: 'sentence' }),
  )
  for (const { segment } of segmenter.segment(text)) yield segment
}
