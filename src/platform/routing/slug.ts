import { toPlainLatin } from './transliterate.ts'
import type { WorldCode } from './worlds.ts'

const longestSlug = 80

const german: ReadonlySet<WorldCode> = new Set(['de', 'at', 'ch'])

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/**
 * The decorative part of an address: `[a-z0-9-]`, single hyphens, at most 80 characters cut at a word. The numeric id
 * decides which page is meant, so a slug may be empty (a title without a letter) and is then left out.
 * Rules: German umlauts are spelt out in German worlds; Greek follows ELOT 743; every other accent is dropped.
 */
export function slugify(text: string, world: WorldCode): string {
  let plain = text.toWellFormed().normalize('NFC').toLowerCase()
  if (german.has(world)) plain = plain.replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter)
  if (world === 'es') plain = plain.replace(/(?<!\p{L})año(s?)(?!\p{L})/gu, 'anio$1')
  plain = toPlainLatin(plain)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return cutAtWord(plain)
}

function cutAtWord(slug: string): string {
  if (slug.length <= longestSlug) return slug
  if (slug[longestSlug] === '-') return slug.slice(0, longestSlug)
  const lastHyphen = slug.lastIndexOf('-', longestSlug - 1)
  return slug.slice(0, lastHyphen > 0 ? lastHyphen : longestSlug)
}
