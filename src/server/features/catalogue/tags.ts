import type { MaterialCard } from '#shared/contract/material.ts'
import { authorNameTag, cardTag, writerTag } from '../../events/page-tags.ts'

/** Cache tags of what cards show: the materials, and the names of their authors. */
export function cardTags(cards: readonly Pick<MaterialCard, 'id' | 'author'>[]): string[] {
  return [...new Set(cards.flatMap(({ id, author }) => [cardTag(id), authorNameTag(author.id)]))]
}

/** Cache tags of who wrote what is shown. */
export function writerTags(rows: readonly { account_id: number }[]): string[] {
  return [...new Set(rows.map(({ account_id }) => writerTag(account_id)))]
}

/** Several lists of tags as one, each tag once. */
export function joinTags(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())]
}
