import { z } from 'zod'
import { maxTrackedBatch } from '#platform/limits.ts'

const own = {
  /** Said twice, counted once. */
  id: z.uuid(),
  /** By the visitor's clock, in milliseconds. */
  at: z.number().int().min(0),
  /** Random, and new with each visit: events of one visit, and nothing of whose. */
  visit: z.string().regex(/^[\w-]{22}$/),
  /** The address without its query; kept is only which page it is. */
  path: z.string().startsWith('/').max(2000),
}

const materialId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** What is counted, each with what it says; nothing else is taken. */
export const trackedEventSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('page_view'), ...own }),
  z.strictObject({ name: z.literal('material_view'), ...own, materialId }),
  /** `isTablet`: the window is no wider than 991 px (specification 9). */
  z.strictObject({ name: z.literal('gallery_view'), ...own, materialId, isTablet: z.boolean() }),
  z.strictObject({ name: z.literal('engaged'), ...own, value: z.literal(200) }),
  z.strictObject({
    name: z.literal('slow_request'),
    ...own,
    call: z.string().regex(/^[A-Z]+ \/[\w/.{}-]{1,120}$/),
  }),
  z.strictObject({ name: z.literal('chunk_late'), ...own, chunk: z.string().regex(/^[\w.-]{1,80}$/) }),
  z.strictObject({ name: z.literal('wrong_account'), ...own }),
])
export type TrackedEvent = z.infer<typeof trackedEventSchema>
export type TrackedName = TrackedEvent['name']

/** Without what the tracker adds to each. */
export type TrackedFact = TrackedEvent extends infer E
  ? E extends TrackedEvent
    ? Omit<E, keyof typeof own>
    : never
  : never

export const trackSchema = z.object({ events: z.array(trackedEventSchema).min(1).max(maxTrackedBatch) })

/** What an event is about beside its name, for counting; undefined: nothing. */
export function subjectOf(event: TrackedEvent): string | undefined {
  if (event.name === 'material_view' || event.name === 'gallery_view') return String(event.materialId)
  if (event.name === 'slow_request') return event.call
  if (event.name === 'chunk_late') return event.chunk
  return undefined
}
