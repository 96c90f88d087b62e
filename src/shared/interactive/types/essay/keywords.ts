import { normalised } from '../../typed-answer.ts'

/** What should be written about: any of the words, so often. */
export interface Keyword {
  any: readonly string[]
  occurrences: number
  caseSensitive: boolean
  acceptTypos: boolean
}

/** Letters of keywords one answer may be compared with, whatever it and they are: counted, so that the same answer is worth the same. */
export class Steps {
  private left: number

  constructor(most = 200_000) {
    this.left = most
  }

  /** Takes so many; false: there are none left. */
  take(steps: number): boolean {
    this.left -= steps
    return this.left > 0
  }
}

const letter = /[\p{L}\p{N}]/u
const isLetter = (sign: string | undefined) => sign !== undefined && letter.test(sign)

/** A text as it is compared, and where each of its words begins and ends. */
interface Text {
  text: string
  words: readonly { from: number; to: number }[]
}

/** What somebody wrote, read once for all keywords. */
export class Written {
  readonly steps: Steps
  private readonly source: string
  private readonly read = new Map<boolean, Text>()

  constructor(source: string, steps = new Steps()) {
    this.source = source
    this.steps = steps
  }

  /** With or without its capitals. */
  as(caseSensitive: boolean): Text {
    const known = this.read.get(caseSensitive)
    if (known) return known
    const text = normalised(this.source, { caseSensitive })
    const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: { length }, index }) => ({
      from: index,
      to: index + length,
    }))
    this.read.set(caseSensitive, { text, words })
    return { text, words }
  }
}

/** How often a keyword stands in a text as words of their own, at most as often as it counts; one place counts once. */
export function timesOf(keyword: Keyword, written: Written): number {
  const { any, occurrences, caseSensitive, acceptTypos } = keyword
  const text = written.as(caseSensitive)
  const places = new Set<number>()
  for (const word of any) {
    const wanted = normalised(word, { caseSensitive }).replace(/\*{2,}/g, '*')
    if (wanted.replace('*', '') === '') continue
    const isOpen = wanted.includes('*')
    for (const at of isOpen ? openPlaces(text, wanted) : exactPlaces(text.text, wanted)) places.add(at)
    if (acceptTypos && !isOpen && places.size < occurrences)
      for (const at of similarPlaces(text, wanted, { known: places, steps: written.steps })) places.add(at)
  }
  return Math.min(places.size, occurrences)
}

function exactPlaces(text: string, wanted: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + wanted.length])) places.push(at)
  return places
}

/** `*` stands for any letters of the same word. */
function openPlaces({ text, words }: Text, wanted: string): number[] {
  const [first = '', ...rest] = wanted.split('*')
  const begins = words.map(({ from }) => from).filter((at) => text.startsWith(first, at))
  return begins.filter((at) => fitsFrom(text, at + first.length, rest))
}

/** Takes each piece at the first place it can be at: no backtracking, whatever the word is. */
function fitsFrom(text: string, from: number, pieces: readonly string[]): boolean {
  let at = from
  for (const [place, piece] of pieces.entries()) {
    const end = endOfWord(text, at)
    const isLast = place === pieces.length - 1
    if (isLast && piece === '') return true
    const inWord = endOfWord(piece, 0)
    // What goes on behind the word, or ends it, stands at its end.
    const isAtEnd = isLast || inWord < piece.length
    const found = isAtEnd ? end - inWord : text.indexOf(piece, at)
    if (found < at || found > end || !text.startsWith(piece, found)) return false
    at = found + piece.length
  }
  return !isLetter(text[at])
}

function endOfWord(text: string, from: number): number {
  let end = from
  while (isLetter(text[end])) end += 1
  return end
}

/** The rule of H5P: one slip where both have more than three letters, two in more than nine. */
const slipsIn = (length: number) => (length > 9 ? 2 : length > 3 ? 1 : 0)
const widest = 2

/** Words, or several of them, that are the wanted ones but for their slips. */
function similarPlaces(
  { text, words }: Text,
  wanted: string,
  { known, steps }: { known: ReadonlySet<number>; steps: Steps },
): number[] {
  const places: number[] = []
  const least = wanted.length - widest
  let done = 0
  for (const [place, { from }] of words.entries()) {
    if (from < done) continue
    for (let last = place; last < words.length; last += 1) {
      const to = words[last]?.to ?? 0
      if (to - from > wanted.length + widest) break
      // What begins with one word too many is the one that was found already.
      if (to - from < least || [from, from + 1, from + 2].some((at) => known.has(at))) continue
      if (!steps.take(wanted.length)) return places
      const slips = slipsIn(Math.min(wanted.length, to - from))
      if (!isWithin(wanted, text.slice(from, to), slips)) continue
      places.push(from)
      done = to
      break
    }
  }
  return places
}

/** Whether two words are at most so many slips apart; only what is near enough to the diagonal is compared. */
function isWithin(one: string, other: string, slips: number): boolean {
  if (Math.abs(one.length - other.length) > slips) return false
  const far = slips + 1
  let [before, last, now]: number[][] = [[], [], []]
  for (let at = 0; at <= slips + 1; at += 1) last?.push(at)
  for (let row = 1; row <= one.length; row += 1) {
    const [from, to] = [Math.max(0, row - slips), Math.min(other.length, row + slips)]
    const cells: number[] = now ?? []
    let least = far
    if (from > 0) cells[from - 1] = far
    for (let at = from; at <= to; at += 1) {
      const isSame = one[row - 1] === other[at - 1]
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const cell = Math.min(
        (last?.[at] ?? far) + 1,
        at > 0 ? (cells[at - 1] ?? far) + 1 : far,
        at > 0 ? (last?.[at - 1] ?? far) + (isSame ? 0 : 1) : far,
        isSwapped ? (before?.[at - 2] ?? far) + 1 : far,
      )
      cells[at] = cell
      least = Math.min(least, cell)
    }
    cells[to + 1] = far
    if (least > slips) return false
    ;[before, last, now] = [last, cells, before]
  }
  return (last?.[other.length] ?? far) <= slips
}
