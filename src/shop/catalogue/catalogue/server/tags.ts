import { authorNameTag, cardTag, writerTag } from '#platform/events/page-tags.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'

/** Cache tags of what cards show: the materials, the names of their authors, and the words of the taxonomy. */
export function cardTags(cards: readonly Pick<MaterialCard, 'id' | 'author'>[]): string[] {
  const tags = cards.flatMap(({ id, author }) => [cardTag(id), authorNameTag(author.id)])
  return [...new Set([...tags, 'taxonomy'])]
}

/** Cache tags of who wrote what is shown. */
export function writerTags(rows: readonly { account_id: number }[]): string[] {
  return [...new Set(rows.map(({ account_id }) => writerTag(account_id)))]
}

/** Several lists of tags as one, each tag once. */
export function joinTags(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())]
}
