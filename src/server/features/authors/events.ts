import type { LiveWorldCode } from '#shared/contract/world.ts'
import { event } from '../../events/event.ts'

/** What a member says of themself, or how it is arranged, is different. */
export const authorChanged = event<{ authorId: number; world: LiveWorldCode }>('author.changed', {
  tags: ({ authorId }) => [`author:${authorId}`],
})
