import { composed } from '#platform/rules/text/clean-text.ts'
import { isWithin } from './edit-distance.ts'
import { safePattern } from './safe-pattern.ts'

/** How strictly a typed answer is compared; everything off: what a teacher would let pass. */
export interface Strictness {
  caseSensitive?: boolean | undefined
  /** The rule of H5P: one slip in more than three letters, two in more than nine. */
  acceptTypos?: boolean | undefined
  /** ae, oe, ue and ss stand for ä, ö, ü and ß, as on a keyboard that has none. */
  acceptUmlauts?: boolean | undefined
  /** Accents need not be right; ñ is a letter of its own. */
  ignoresAccents?: boolean | undefined
}

/** What a teacher sets of it for one task, off unless it is said. */
export const strictnessFlags = ['caseSensitive', 'acceptTypos', 'acceptUmlauts', 'ignoresAccents'] as const

const quotes = /[\u2018\u2019\u201a\u201b\u00b4`\u2032]/g
const doubleQuotes = /[\u201c\u201d\u201e\u201f\u00ab\u00bb]/g
const dashes = /[\u2010-\u2015\u2212]/g

/** A text with one kind of quotes and dashes. */
const alike = (text: string) =>
  composed(text).replace(quotes, "'").replace(doubleQuotes, '"').replace(dashes, '-')

/** A typed answer without what nobody means: blanks around it, kinds of quotes and dashes, capitals unless they count. */
export function normalised(text: string, { caseSensitive = false }: Strictness = {}): string {
  const plain = alike(text).replace(/\s+/g, ' ').trim()
  return caseSensitive ? plain : plain.toLowerCase()
}

const umlauts: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ẞ: 'SS' },
}
const spelled = (text: string) => text.replace(/[äöüÄÖÜßẞ]/g, (letter) => umlauts[letter] ?? letter)
const bare = (text: string) =>
  text
    .normalize('NFD')
    .replace(/(?<![nN])\u0303|(?!\u0303)\p{M}/gu, '')
    .normalize('NFC')

/** A decimal comma is a decimal point: which of them a class writes is the custom of its country. */
const pointed = (text: string) => text.replace(/(?<=\d),(?=\d)/g, '.')

/** Alternative readings of one text; each is compared separately. */
function readings({ acceptUmlauts, ignoresAccents }: Strictness): ((text: string) => string)[] {
  return [(text) => text, pointed, ...(acceptUmlauts ? [spelled] : []), ...(ignoresAccents ? [bare] : [])]
}

/** A typed text, read once for all answers it is compared with. */
export interface ReadAnswer {
  /** Its normal form. */
  given: string
  /** That, in each way of reading. */
  ways: readonly string[]
}

/** Reads what was typed, for `isSameAnswer` and `fitsPattern` with the same strictness. */
export function readAnswer(typed: string, strictness: Strictness = {}): ReadAnswer {
  const given = normalised(typed, strictness)
  return { given, ways: readings(strictness).map((read) => read(given)) }
}

/** Whether a typed text is the answer that was meant. */
export function isSameAnswer(
  typed: string | ReadAnswer,
  meant: string,
  strictness: Strictness = {},
): boolean {
  const { given, ways } = typeof typed === 'string' ? readAnswer(typed, strictness) : typed
  if (given === '') return false
  const wanted = normalised(meant, strictness)
  const all = readings(strictness).map((read) => read(wanted))
  return all.some((each, at) => isFirst({ ways, all }, at) && isAlike(ways[at] ?? '', each, strictness))
}

/** Whether two texts are read in another way than before. */
function isFirst({ ways, all }: { ways: readonly string[]; all: readonly string[] }, at: number): boolean {
  return at === 0 || ways[at] !== ways[0] || all[at] !== all[0]
}

function isAlike(given: string, wanted: string, strictness: Strictness): boolean {
  if (given === '' || wanted === '') return false
  if (given === wanted) return true
  if (!strictness.acceptTypos) return false
  return isWithin(given, wanted, wanted.length > 9 ? 2 : wanted.length > 3 ? 1 : 0)
}

/** Whether a typed text fits an answer in which `*` stands for anything, as in Moodle; `\*` is an asterisk. */
export function fitsPattern(
  typed: string | ReadAnswer,
  pattern: string,
  strictness: Strictness = {},
): boolean {
  const pieces = pattern.replaceAll('\\*', '\u0000').split('*')
  if (pieces.length === 1) return isSameAnswer(typed, pattern.replaceAll('\\*', '*'), strictness)
  const { given, ways } = typeof typed === 'string' ? readAnswer(typed, strictness) : typed
  if (given === '') return false
  const wanted = pieces.map((piece) => normalised(piece.replaceAll('\u0000', '*'), strictness))
  return readings(strictness).some((read, at) => fitsPieces(ways[at] ?? '', wanted.map(read)))
}

/** Whether a typed text fits a safe pattern as a whole. */
export function fitsExpression(typed: string, source: string, strictness: Strictness = {}): boolean {
  const { caseSensitive = false } = strictness
  const pattern = safePattern(alike(source), !caseSensitive)
  const given = normalised(typed, strictness)
  return given !== '' && pattern !== undefined && pattern.fits(given)
}

/** Takes each piece at the first place it can be at: no backtracking, whatever the pattern is. */
function fitsPieces(text: string, pieces: readonly string[]): boolean {
  const [first = '', ...rest] = pieces
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || text.length < first.length + last.length) return false
  let from = first.length
  for (const piece of rest) {
    const at = text.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}

const number = /^[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:e[+-]?\d{1,3})?/i

/** A number as people write it, with a point or a comma, and what stands behind it: its unit. */
export function readNumber(text: string): { value: number; unit: string } | undefined {
  const plain = normalised(text, { caseSensitive: true })
  const found = number.exec(plain)?.[0]
  if (found === undefined) return undefined
  const value = Number(found.replace(',', '.'))
  return Number.isFinite(value) ? { value, unit: plain.slice(found.length).trim() } : undefined
}
