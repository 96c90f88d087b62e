import { event } from '#platform/events/event.ts'
import { textsTag } from '#platform/routing/articles.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { TextKind } from '../rules/contract.ts'

/** Tells every process of a new picture; no page shows it yet. */
export const textPicturesTag = 'text-pictures'

/** A picture is there that texts may name. */
export const textPictured = event<Record<string, never>>('text.pictured', { tags: () => [textPicturesTag] })

/** A text is public in other words, for the first time, or not any more. */
export const textChanged = event<{ kind: TextKind; world: LiveWorld; key: string }>('text.changed', {
  tags: ({ kind, world }) => [textsTag(kind, world)],
})
