import { event } from '#platform/events/event.ts'
import { synonymTag } from '#platform/events/page-tags.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** What the search of a world treats as one with a term (up to three words, as they are looked up) is different. */
export const synonymsChanged = event<{ world: LiveWorldCode; term: string }>('synonyms.changed', {
  // Searches with the term have each word of it; its longest one stands in the fewest others.
  tags: ({ world, term }) => [synonymTag(world, longestWord(term))],
})

function longestWord(term: string): string {
  return term.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest), '')
}
