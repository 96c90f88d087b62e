import { lettersOf } from '#platform/rules/words/word-grid.ts'

/** A size that has room for all words. */
export function sizeFor(words: readonly string[]): number {
  const lengths = words.map((word) => lettersOf(word).length)
  const area = Math.ceil(Math.sqrt(lengths.reduce((sum, length) => sum + length, 0) * 1.8))
  return Math.min(24, Math.max(6, area, ...lengths))
}
