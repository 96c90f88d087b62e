import type { MediaTags } from '#exercises/formats/media-html.ts'
import type { AnyElementType } from './element-type.ts'
import { typeList } from './type-list.ts'

/** Every type of element, in the order in which teachers are offered them. */
export const elementTypes: readonly AnyElementType[] = typeList.toSorted(
  (one, other) => one.place - other.place,
)

const byName = new Map(elementTypes.map((row) => [row.type, row]))

/** The type of this name. */
export function typeOf(name: string): AnyElementType | undefined {
  return byName.get(name)
}

/** A picture or recording without a task is exported with the next question: the formats have no media of their own. */
export function standsBefore(
  { type, data }: { type: string; data: unknown },
  tags: MediaTags,
): string | undefined {
  return typeOf(type)?.outgoing?.standsBefore?.(data, tags)
}
