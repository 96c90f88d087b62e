/**
 * Nearly what the database's `fold` does: lower case without accents, for comparing words with lists in memory. Both
 * Greek letters for s are one.
 */
export function foldWord(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('ς', 'σ')
}
