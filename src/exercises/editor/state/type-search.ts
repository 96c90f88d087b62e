import { plainLetters } from '#platform/rules/text/plain-letters.ts'

/** In this order they are offered: what is scored, what is collected, what is read. */
export const typeGroups = ['scored', 'collected', 'content'] as const

/** The types whose words have every word of a query, whatever its accents and capitals. */
export function typesFor<T extends { type: string }>(
  types: readonly T[],
  query: string,
  wordsOf: (type: string) => string,
): T[] {
  const asked = plainLetters(query).split(/\s+/).filter(Boolean)
  return types.filter(({ type }) => {
    const words = plainLetters(wordsOf(type))
    return asked.every((word) => words.includes(word))
  })
}
