import { numberIn } from './typed-values.ts'

/** A place on a picture, in percent of its sides. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** `10, 20, 30, 15`: from the left, from the top, width, height. */
export function readBox(text = ''): Partial<Box> {
  const [x, y, width = 0, height = 0] = text.split(/[;,]\s*/).map((each) => numberIn(each))
  return {
    ...(x !== undefined && { x }),
    ...(y !== undefined && { y }),
    width: width ?? 0,
    height: height ?? 0,
  }
}

/** A box as it is typed: x, y, width and height, in percents of the picture. */
export function writeBox({ x, y, width, height }: Box): string {
  return [x, y, width, height].join(', ')
}

export const centre = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })

export interface Point {
  x: number
  y: number
}

/** A place with its outline; `points`: the corners of one with corners, `box` goes around it. */
export interface Area {
  shape: 'rect' | 'circle' | 'poly'
  box: Box
  points: readonly Point[]
}

/** Nobody clicks more corners than these. */
export const mostCorners = 30

/** `10, 20; 30, 40; 15, 60`: the corners of an outline; undefined: something else. */
export function readPoints(text = ''): Point[] | undefined {
  const points = text.split(';').map((pair) => pair.split(',').map((each) => numberIn(each)))
  const found = points.flatMap(([x, y, more]) =>
    x === undefined || y === undefined || more !== undefined ? [] : [{ x, y }],
  )
  return found.length === points.length ? found : undefined
}

/** Corners as they are typed: 'x, y; x, y', in percents of the picture. */
export function writePoints(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${x}, ${y}`).join('; ')
}

/** The box around corners. */
export function boxAround(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const tenth = (value: number) => Math.round(value * 10) / 10
  return { x, y, width: tenth(Math.max(...xs) - x), height: tenth(Math.max(...ys) - y) }
}

/** Whether a point lies in an area. */
export function isInside({ x, y }: Point, { shape, box, points }: Area): boolean {
  if (shape === 'poly') return isWithin({ x, y }, points)
  if (shape === 'rect') return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
  const middle = centre(box)
  const [dx, dy] = [(x - middle.x) / (box.width / 2), (y - middle.y) / (box.height / 2)]
  return dx * dx + dy * dy <= 1
}

/** A line from the point to the right crosses the outline an odd number of times. */
function isWithin({ x, y }: Point, points: readonly Point[]): boolean {
  return points.reduce((isIn, a, at) => {
    const b = points[(at + 1) % points.length] ?? a
    const crosses = a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x
    return crosses ? !isIn : isIn
  }, false)
}

/** A point of an area where its number stands: its middle, unless that lies outside of its outline. */
export function markOf(area: Area): Point {
  const middle = centre(area.box)
  if (area.shape !== 'poly' || isInside(middle, area)) return middle
  const { points } = area
  // The middle of some three corners in a row lies inside of every outline.
  const ears = points.map((point, at) => {
    const [next = point, last = point] = [points[(at + 1) % points.length], points[(at + 2) % points.length]]
    return { x: (point.x + next.x + last.x) / 3, y: (point.y + next.y + last.y) / 3 }
  })
  return ears.find((ear) => isInside(ear, area)) ?? middle
}
