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

/** The trace of a text; undefined for one too short to tell. 32-bit whole numbers with a sign, as the database keeps them. */
export function traceOf(text: string): number[] | undefined {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const shingles = new Set<number>()
  for (let at = 0; at + wordsInARow <= words.length; at += 1)
    shingles.add(hashOf(words.slice(at, at + wordsInARow).join(' ')))
  if (shingles.size < leastShingles) return undefined
  const trace = new Array<number>(traceLength).fill(2 ** 31 - 1)
  for (const shingle of shingles) {
    for (let order = 0; order < traceLength; order += 1) {
      const place = mixed(shingle, order)
      if (place < (trace[order] ?? 0)) trace[order] = place
    }
  }
  return trace
}

/** Numbers of which two texts that are alike share at least one. */
export function bandsOf(trace: readonly number[]): number[] {
  return Array.from({ length: traceLength / bandLength }, (_, band) =>
    hashOf(`${band} ${trace.slice(band * bandLength, (band + 1) * bandLength).join(' ')}`),
  )
}

/** 0 to 1. */
export function likeness(one: readonly number[], other: readonly number[]): number {
  return one.filter((number, at) => number === other[at]).length / traceLength
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
