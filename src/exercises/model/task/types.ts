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

/** A picture or a recording that stands by itself goes out with the question behind it, as such files have them. */
export function standsBefore(
  { type, data }: { type: string; data: unknown },
  tags: MediaTags,
): string | undefined {
  return typeOf(type)?.outgoing?.standsBefore?.(data, tags)
}
