import { isWithin } from '#exercises/model/engines/edit-distance.ts'
import { normalised } from '#exercises/model/engines/typed-answer.ts'

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

  /** Takes this many steps; false when none are left. */
  take(steps: number): boolean {
    this.left -= steps
    return this.left > 0
  }
}

const letter = /[\p{L}\p{N}]/u
const isLetter = (sign: string | undefined) => sign !== undefined && letter.test(sign)

interface Word {
  from: number
  to: number
}

/** A text as it is compared, and where each of its words begins and ends; `byLetter`: those that begin with it. */
interface Text {
  text: string
  words: readonly Word[]
  byLetter: ReadonlyMap<string, readonly Word[]>
}

/** Words and letters that keywords with `*` may be compared with: so many that no essay of a class comes near them. */
const mostLooks = 1_000_000

/** What somebody wrote, read once for all keywords. */
export class Written {
  readonly steps: Steps
  readonly looks = new Steps(mostLooks)
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
    const byLetter = Map.groupBy(words, ({ from }) => text[from] ?? '')
    this.read.set(caseSensitive, { text, words, byLetter })
    return { text, words, byLetter }
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
    const found = isOpen
      ? openPlaces(text, wanted, written.looks)
      : exactPlaces(text.text, wanted, written.looks)
    for (const at of found) {
      places.add(at)
      if (places.size >= occurrences) return occurrences
    }
    if (acceptTypos && !isOpen)
      for (const at of similarPlaces(text, wanted, { known: places, steps: written.steps })) places.add(at)
  }
  return Math.min(places.size, occurrences)
}

function* exactPlaces(text: string, wanted: string, looks: Steps): Generator<number> {
  for (let at = text.indexOf(wanted); at >= 0 && looks.take(1); at = text.indexOf(wanted, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + wanted.length])) yield at
}

/** `*` stands for any letters of the same word. */
function* openPlaces({ text, words, byLetter }: Text, wanted: string, looks: Steps): Generator<number> {
  const [first = '', ...rest] = wanted.split('*')
  for (const { from, to } of first === '' ? words : (byLetter.get(first[0] ?? '') ?? [])) {
    if (!looks.take(1)) return
    if (!text.startsWith(first, from)) continue
    if (!looks.take(to - from)) return
    if (fitsFrom(text, from + first.length, rest)) yield from
  }
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
    const found = isAtEnd ? end - inWord : at + text.slice(at, end).indexOf(piece)
    if (found < at || !text.startsWith(piece, found)) return false
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
