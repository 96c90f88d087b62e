import type { Area, Box, Point } from '#exercises/model/task/shape.ts'
import type { PictureSize } from '#platform/rules/files/picture-size.ts'

/** Places as others write them: circles, rectangles and outlines in points of a picture; here as the box around each, in percent. */
export function boxOfPoints(points: readonly { x: number; y: number }[], size: PictureSize): Box | undefined {
  if (points.length === 0 || points.some(({ x, y }) => !Number.isFinite(x) || !Number.isFinite(y)))
    return undefined
  const part = (value: number, whole: number) => Math.min(100, Math.max(0, (value / whole) * 100))
  const [xs, ys] = [points.map(({ x }) => part(x, size.width)), points.map(({ y }) => part(y, size.height))]
  const [left, top] = [least(xs), least(ys)]
  return {
    x: rounded(left),
    y: rounded(top),
    width: rounded(most(xs) - left),
    height: rounded(most(ys) - top),
  }
}

/** Corners in percent, without one that closes the outline where it began. */
export function pointsOnPicture(points: readonly Point[], size: PictureSize): Point[] {
  const part = (value: number, whole: number) => rounded(Math.min(100, Math.max(0, (value / whole) * 100)))
  const all = points.map(({ x, y }) => ({ x: part(x, size.width), y: part(y, size.height) }))
  const [first, last] = [all[0], all.at(-1)]
  return all.length > 1 && first?.x === last?.x && first?.y === last?.y ? all.slice(0, -1) : all
}

/** The two corners of what lies so far around a point. */
export function around(x: number, y: number, dx: number, dy = dx): { x: number; y: number }[] {
  return [
    { x: x - dx, y: y - dy },
    { x: x + dx, y: y + dy },
  ]
}

/** Pairs of numbers, however they are parted. */
export function pairsIn(numbers: readonly number[]): { x: number; y: number }[] {
  return numbers.flatMap((x, at) => (at % 2 === 0 ? [{ x, y: numbers[at + 1] ?? Number.NaN }] : []))
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b))
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b))
const rounded = (value: number) => Math.round(value * 10) / 10

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
