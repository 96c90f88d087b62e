import { composed } from '../rules/clean-text.ts'
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

/** Ways of reading a text that count as the same; each is compared by itself. */
function readings({ acceptUmlauts, ignoresAccents }: Strictness): ((text: string) => string)[] {
  return [(text) => text, pointed, ...(acceptUmlauts ? [spelled] : []), ...(ignoresAccents ? [bare] : [])]
}

/** Whether a typed text is the answer that was meant. */
export function isSameAnswer(typed: string, meant: string, strictness: Strictness = {}): boolean {
  const [given, wanted] = [normalised(typed, strictness), normalised(meant, strictness)]
  return readings(strictness).some((read) => isAlike(read(given), read(wanted), strictness))
}

function isAlike(given: string, wanted: string, strictness: Strictness): boolean {
  if (given === '' || wanted === '') return false
  if (given === wanted) return true
  if (!strictness.acceptTypos) return false
  const slips = wanted.length > 9 ? 2 : wanted.length > 3 ? 1 : 0
  if (slips === 0 || Math.abs(given.length - wanted.length) > slips) return false
  return distance(given, wanted) <= slips
}

/** Whether a typed text fits an answer in which `*` stands for anything, as in Moodle; `\*` is an asterisk. */
export function fitsPattern(typed: string, pattern: string, strictness: Strictness = {}): boolean {
  const pieces = pattern.replaceAll('\\*', '\u0000').split('*')
  if (pieces.length === 1) return isSameAnswer(typed, pattern.replaceAll('\\*', '*'), strictness)
  const given = normalised(typed, strictness)
  if (given === '') return false
  const wanted = pieces.map((piece) => normalised(piece.replaceAll('\u0000', '*'), strictness))
  return readings(strictness).some((read) => fitsPieces(read(given), wanted.map(read)))
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

/** Slips between two words: a letter too many, too few, another one, or two in the wrong order. */
export function distance(a: string, b: string): number {
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  const cell = (row: number, column: number) => table[row * width + column] ?? 0
  for (let row = 0; row <= a.length; row += 1) table[row * width] = row
  for (let column = 0; column <= b.length; column += 1) table[column] = column
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      let best = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + (isSame ? 0 : 1),
      )
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) best = Math.min(best, cell(row - 2, column - 2) + 1)
      table[row * width + column] = best
    }
  }
  return cell(a.length, b.length)
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
