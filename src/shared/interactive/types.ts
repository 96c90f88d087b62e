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
