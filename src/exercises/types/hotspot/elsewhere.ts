import type { Area } from '#exercises/model/task/shape.ts'

/** The whole picture, behind the areas: whoever points beside them means this one. */
const wholePicture: Area = { shape: 'rect', box: { x: 0, y: 0, width: 100, height: 100 }, points: [] }

/**
 * A single area with everything else on the picture as a second one: where places are chosen by name, one alone would be the answer.
 * `make` makes a wrong area of the outline.
 */
export function withElsewhere<A>(
  areas: readonly A[],
  make: (area: Area) => A,
): { areas: A[]; isAdded: boolean } {
  const isAdded = areas.length === 1
  return { areas: isAdded ? [...areas, make(wholePicture)] : [...areas], isAdded }
}
