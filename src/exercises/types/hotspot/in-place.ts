import type { Box } from '#exercises/model/task/shape.ts'

export interface PlacedArea {
  label: string
  box: Box
}

/** The areas as they lie, line by line: whoever drew the right one first does not give it away. */
export function inPlace<A extends PlacedArea>(areas: readonly A[]): A[] {
  return areas.toSorted(
    (one, other) =>
      one.box.y - other.box.y ||
      one.box.x - other.box.x ||
      (one.label < other.label ? -1 : Number(one.label > other.label)),
  )
}

/** Whether a name says no more than which area it is of, as an import names those that have none. */
export function isNumbered(label: string, at: number): boolean {
  return new RegExp(`(?:^|\\s)${at + 1}$`).test(label)
}
