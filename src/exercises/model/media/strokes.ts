/** The paper of a drawing, in its own units; everything on it is a whole number of them. */
export const paper = { width: 1000, height: 750 } as const

/** By their place in what is stored; each is well seen on white paper. */
export const inks = ['black', 'blue', 'red', 'green'] as const
export const pens = ['thin', 'medium', 'thick'] as const

export interface Point {
  x: number
  y: number
}

export interface Stroke {
  /** Its place among `inks`. */
  ink: number
  /** Its place among `pens`. */
  pen: number
  points: readonly Point[]
}

/** What one drawing may be when it is written; as much as one answer may be. */
export const longestDrawing = 10_000
const form = /^([0-3])([0-2])((?:[0-9a-z]{4})+)$/

/** The strokes of a drawing as it is stored: ink, pen and points of four signs. What is none is left out. */
export function readStrokes(written: string): Stroke[] {
  return written
    .slice(0, longestDrawing)
    .split('.')
    .flatMap((each) => {
      const [, ink, pen, rest = ''] = form.exec(each) ?? []
      const points = (rest.match(/.{4}/g) ?? []).map((four) => ({
        x: Number.parseInt(four.slice(0, 2), 36),
        y: Number.parseInt(four.slice(2), 36),
      }))
      const isOnPaper = points.every(({ x, y }) => x <= paper.width && y <= paper.height)
      return points.length > 0 && isOnPaper ? [{ ink: Number(ink), pen: Number(pen), points }] : []
    })
}

/** Strokes as one short text: ink, pen, then two signs of base 36 for each number. */
export function writeStrokes(strokes: readonly Stroke[]): string {
  const two = (value: number) => value.toString(36).padStart(2, '0')
  return strokes
    .map(({ ink, pen, points }) => `${ink}${pen}${points.map(({ x, y }) => two(x) + two(y)).join('')}`)
    .join('.')
}

/** The nearest point that is on the paper. */
export function onPaper({ x, y }: Point): Point {
  const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)))
  return { x: within(x, paper.width), y: within(y, paper.height) }
}

/** The same line with as few points as it can have: none is further than `most` from where it was. */
export function simplified(points: readonly Point[], most = 2): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 3) return [...points]
  const stays = new Set([0, points.length - 1])
  const open: [number, number][] = [[0, points.length - 1]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part
    const far = furthest(points, from, to)
    if (far === undefined || far.distance <= most) continue
    stays.add(far.at)
    open.push([from, far.at], [far.at, to])
  }
  return points.filter((_, at) => stays.has(at))
}

function furthest(points: readonly Point[], from: number, to: number) {
  const [start, end] = [points[from], points[to]]
  if (!start || !end) return undefined
  let found: { at: number; distance: number } | undefined
  for (let at = from + 1; at < to; at += 1) {
    const point = points[at]
    if (!point) continue
    const distance = distanceFrom(point, start, end)
    if (!found || distance > found.distance) found = { at, distance }
  }
  return found
}

function distanceFrom({ x, y }: Point, start: Point, end: Point): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  const length = dx * dx + dy * dy
  const along =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((x - start.x) * dx + (y - start.y) * dy) / length))
  return Math.hypot(x - start.x - along * dx, y - start.y - along * dy)
}

/** A stroke as SVG draws it; one point is a dot. */
export function pathOf({ points }: Pick<Stroke, 'points'>): string {
  const [first, ...others] = points
  if (!first) return ''
  const lines = (others.length > 0 ? others : [first]).map(({ x, y }) => `L${x} ${y}`)
  return `M${first.x} ${first.y}${lines.join('')}`
}
