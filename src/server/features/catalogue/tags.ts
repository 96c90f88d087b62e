import type { MaterialCard } from '#shared/contract/material.ts'

/** Cache tags of what cards show: the materials, the names of their authors, and the words of the taxonomy. */
export function cardTags(cards: readonly Pick<MaterialCard, 'id' | 'author'>[]): string[] {
  const tags = cards.flatMap(({ id, author }) => [`material:${id}`, `author:${author.id}`])
  return [...new Set([...tags, 'taxonomy'])]
}

/** Several lists of tags as one, each tag once. */
export function joinTags(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())]
}
