import type { LiveWorldCode } from '#shared/contract/world.ts'
import { event } from '../../events/event.ts'

/** What the search of a world treats as one is different. */
export const synonymsChanged = event<{ world: LiveWorldCode }>('synonyms.changed', {
  tags: ({ world }) => [`synonyms:${world}`],
})
