/** In this order they are offered: what is scored, what is collected, what is read. */
export const typeGroups = ['scored', 'collected', 'content'] as const

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The types whose words have every word of a query, whatever its accents and capitals. */
export function typesFor<T extends { type: string }>(
  types: readonly T[],
  query: string,
  wordsOf: (type: string) => string,
): T[] {
  const asked = plain(query).split(/\s+/).filter(Boolean)
  return types.filter(({ type }) => {
    const words = plain(wordsOf(type))
    return asked.every((word) => words.includes(word))
  })
}
