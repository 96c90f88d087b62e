import { event } from '#platform/events/event.ts'
import { authorNameTag, authorPageTag, authorTag, writerTag } from '#platform/events/page-tags.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

interface OfAuthor {
  authorId: number
  world: LiveWorldCode
}

/** What a member says of themself is different. */
export const authorChanged = event<OfAuthor>('author.changed', {
  tags: ({ authorId }) => [authorTag(authorId), authorPageTag(authorId)],
})

/** A member has another name: it stands on each card of theirs and above everything they wrote. */
export const authorRenamed = event<OfAuthor>('author.renamed', {
  tags: ({ authorId }) => [authorNameTag(authorId), writerTag(authorId)],
})

/** An author's own pages are arranged otherwise, or say otherwise who sells; nobody else shows that. */
export const authorPageChanged = event<OfAuthor>('author.page-changed', {
  tags: ({ authorId }) => [authorPageTag(authorId)],
})
