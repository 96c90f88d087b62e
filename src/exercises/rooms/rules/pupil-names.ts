import { composed, withoutInvisible } from '#platform/rules/text/clean-text.ts'
import { latinTwin } from '#platform/rules/text/look-alikes.ts'

/** Braille's empty cell: the one sign of letters that is a space to every eye. */
const spaces = /[\s\p{Cc}\u2800]+/gu
/** Characters no font draws, and variation selectors, which are visible with emoji only. */
const unseen =
  /[\p{Co}\p{Cn}]|(?<!\p{Emoji})\ufe0f|[\ufe00-\ufe0e\u{e0100}-\u{e01ef}\u180b-\u180f\u2065\ufff0-\ufff8]/gu
/** Joins or parts what stands beside it, or colours it: to compare names, as if it were not there. */
const joiners = /\p{Cf}|\ufe0f/gu
/** Marks that stand on no letter would stand on whatever is shown before the name. */
const looseMarks = /(^|\s)\p{M}+/gu
/** No language puts more on one letter; higher towers reach into the next row of a table. */
const towers = /(\p{M}{3})\p{M}+/gu

/**
 * A name as a class sees it: one line in one spelling (NFKC), without what is not seen. '' where nothing is left.
 */
export function cleanName(typed: string): string {
  const plain = withoutInvisible(composed(typed).normalize('NFKC').replace(spaces, ' ').replace(unseen, ''))
  return plain.replace(looseMarks, '$1').replace(towers, '$1').normalize('NFC').replace(spaces, ' ').trim()
}

/** Small letters that look like small Latin ones, though their capitals do not; in a name that has Latin letters, too. */
const smallTwins = new Map(
  [...'νυηγωһԁѵгоոսհցյօɑɡ'].map((sign, place) => [sign, [...'vunywhdvronuhgjoag'][place] ?? sign] as const),
)
/** A capital I, a small L, a one and a bar are one stroke in most fonts of screens; a small i is none of them. */
const strokes = /[I1|]/g

/**
 * How a name looks, twice: without its capitals, and as it stands. Two clean names that have one of them in common are one
 * to the eye, whatever alphabets they are from: Ida and ida, Ida and lda; Ali and All are two.
 */
export function looksOf(name: string): [string, string] {
  const bare = [...name.normalize('NFD').replace(joiners, '')]
  const isLatin = /\p{Script=Latin}/u.test(name)
  const same = isLatin ? bare.map((sign) => smallTwins.get(sign) ?? sign) : bare
  const capitals = [...same.join('').toUpperCase()].map((sign) => latinTwin(sign) ?? sign)
  const seen = same.map((sign) => latinTwin(sign) ?? latinTwin(sign.toUpperCase())?.toLowerCase() ?? sign)
  return [`a ${capitals.join('')}`, `b ${seen.join('').replace(strokes, 'l').replaceAll('0', 'O')}`]
}

/** Whether nobody could tell a name from one of those that look so. */
export function isSeenIn(looks: ReadonlySet<string>, name: string): boolean {
  return looksOf(name).some((look) => looks.has(look))
}
