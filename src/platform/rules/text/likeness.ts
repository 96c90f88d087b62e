/**
 * How alike two texts are, without comparing them: of all words in a row of five (shingles) the smallest by each of 64
 * orders is kept (MinHash, Broder 1997). As many of the 64 are equal as the texts have shingles in common.
 */
export const traceLength = 64
const wordsInARow = 5
/** Shorter texts are alike by chance: a heading, a name and a date. */
const leastShingles = 30
const bandLength = 4
const prime = 16_777_619

/** How a text is looked at: numbers in its trace, words in a row, and how many of those rows a text has at least. */
interface Shape {
  length: number
  inARow: number
  least: number
}

const ofFiles: Shape = { length: traceLength, inARow: wordsInARow, least: leastShingles }
/** A page is short, and its tasks are. */
export const ofPages: Shape = { length: 16, inARow: 3, least: 12 }

/** The trace of a text; undefined for one too short to tell. 32-bit whole numbers with a sign, as the database keeps them. */
export function traceOf(text: string, { length, inARow, least }: Shape = ofFiles): number[] | undefined {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const shingles = new Set<number>()
  for (let at = 0; at + inARow <= words.length; at += 1)
    shingles.add(hashOf(words.slice(at, at + inARow).join(' ')))
  return shingles.size < least ? undefined : traceOfNumbers(shingles, length)
}

/** The same of a set of numbers, which say what is in it. */
export function traceOfNumbers(numbers: Iterable<number>, length = traceLength): number[] {
  const trace = new Array<number>(length).fill(2 ** 31 - 1)
  for (const number of numbers) {
    for (let order = 0; order < length; order += 1) {
      const place = mixed(number, order)
      if (place < (trace[order] ?? 0)) trace[order] = place
    }
  }
  return trace
}

/** Band hashes (LSH): similar texts share at least one. */
export function bandsOf(trace: readonly number[]): number[] {
  return Array.from({ length: traceLength / bandLength }, (_, band) =>
    hashOf(`${band} ${trace.slice(band * bandLength, (band + 1) * bandLength).join(' ')}`),
  )
}

/** 0 to 1. */
export function likeness(one: readonly number[], other: readonly number[]): number {
  return one.filter((number, at) => number === other[at]).length / traceLength
}

/** A word as a 32-bit whole number with a sign. */
export function wordNumber(word: string): number {
  return hashOf(word)
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime)
  return hash | 0
}

/** Another order of the same numbers for each `order`. */
function mixed(number: number, order: number): number {
  let bits = number ^ Math.imul(order + 1, 0x9e3779b1)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) | 0
}
