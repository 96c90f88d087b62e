/** A text that can be found: the title counts most. */
export interface Findable {
  title: string
  description: string
  text: string
}

/** From this length on the ending is left out, so that "Rechnungen" finds "Rechnung". */
const longWord = 6
const endingLength = 2
const maxWords = 8

/** Lower case without accents; ß, œ, æ and the Greek final sigma as the letters they stand for. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ς', 'σ')
}

/**
 * What holds every word of a query, the best first; when nothing does, what holds any of them. For a few dozen texts:
 * everything is looked at.
 */
export function findInTexts<T extends Findable>(texts: readonly T[], query: string): T[] {
  const words = (folded(query).match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, maxWords)
    .map((word) => (word.length >= longWord ? word.slice(0, -endingLength) : word))
  if (words.length === 0) return []
  const scored = texts.map((text) => {
    const fields = [folded(text.title), folded(text.description), folded(text.text)]
    const scores = words.map((word) =>
      fields[0]?.includes(word) ? 9 : fields[1]?.includes(word) ? 3 : fields[2]?.includes(word) ? 1 : 0,
    )
    return {
      text,
      hits: scores.filter(Boolean).length,
      score: scores.reduce((sum: number, each) => sum + each, 0),
    }
  })
  const wanted = scored.some(({ hits }) => hits === words.length) ? words.length : 1
  return scored
    .filter(({ hits }) => hits >= wanted)
    .toSorted((one, other) => other.score - one.score)
    .map(({ text }) => text)
}
