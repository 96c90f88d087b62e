import {
  type Box,
  boxAround,
  mostCorners,
  type Point,
  readBox,
  readPoints,
  writeBox,
  writePoints,
} from '#exercises/model/task/shape.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'

/** A place of a picture as it stands in its row of fields. */
export interface Area {
  /** Stays while the place is changed. */
  key: number
  box: Box
  label: string
  isMarked: boolean
  isCircle: boolean
  /** The corners of an outline; undefined: it has none, and its box is all of it. */
  points?: readonly Point[]
  /** What is said to whoever chose it. */
  feedback: string
  /** What belongs there. */
  things: readonly string[]
}

/** What places of a picture are for: to be found by their names, or to have things put into them. */
export type AreaKind = 'areas' | 'zones'

export interface Areas {
  areas: readonly Area[]
  /** What belongs to no place. */
  elsewhere: readonly string[]
}

/** What a new outline looks like until somebody moves its corners. */
export const newPoints: readonly Point[] = [
  { x: 50, y: 40 },
  { x: 60, y: 60 },
  { x: 40, y: 60 },
]

export const newBox: Box = { x: 40, y: 40, width: 20, height: 20 }
/** Less than this was a click (%). */
export const leastSide = 2

/** The places of a list as it was typed; a line without numbers gets those of a new place. */
export function readAreas(kind: AreaKind, typed: string, newKey: () => number): Areas {
  const lines = readLines(typed)
  if (kind === 'areas') {
    const areas = lines.map(({ isMarked, parts: [label = '', box, shape, feedback = ''] }) => ({
      ...{ key: newKey(), label, isMarked, isCircle: shape === 'circle', feedback, things: [] },
      ...(shape === 'poly' ? outlined(readPoints(box) ?? newPoints) : { box: boxOf(box) }),
    }))
    return { areas, elsewhere: [] }
  }
  const rows = lines.map(({ parts: [box = '', ...things] }) => ({
    box,
    things: things.filter((thing) => thing !== ''),
  }))
  const areas = rows
    .filter(({ box }) => box !== '')
    .map(({ box, things }) => ({
      ...{
        key: newKey(),
        box: boxOf(box),
        label: '',
        isMarked: false,
        isCircle: false,
        feedback: '',
        things,
      },
    }))
  return { areas, elsewhere: rows.filter(({ box }) => box === '').flatMap(({ things }) => things) }
}

/** The list as it would have been typed. */
export function writeAreas(kind: AreaKind, { areas, elsewhere }: Areas): string {
  const lines = areas.map(({ box, label, isMarked, isCircle, points, feedback, things }) => {
    if (kind === 'zones') return writeLine([writeBox(box), ...things])
    if (points) return writeLine([label, writePoints(points), 'poly', feedback], isMarked)
    return writeLine([label, writeBox(box), isCircle ? 'circle' : '', feedback], isMarked)
  })
  return [...lines, ...elsewhere.map((thing) => writeLine(['', thing]))].join('\n')
}

/** A box between two points of a picture, wholly on it. */
export function boxBetween(one: { x: number; y: number }, other: { x: number; y: number }): Box {
  const [left, right] = [one.x, other.x].map(onPicture).sort((a, b) => a - b) as [number, number]
  const [top, bottom] = [one.y, other.y].map(onPicture).sort((a, b) => a - b) as [number, number]
  return { x: left, y: top, width: tenth(right - left), height: tenth(bottom - top) }
}

/** A box so far away, and no further than to the edge. */
export function movedBox(box: Box, dx: number, dy: number): Box {
  return {
    ...box,
    x: tenth(Math.min(100 - box.width, Math.max(0, box.x + dx))),
    y: tenth(Math.min(100 - box.height, Math.max(0, box.y + dy))),
  }
}

/** An outline with these corners, each of them on the picture. */
export function outlined(points: readonly Point[]): { points: readonly Point[]; box: Box } {
  const corners = points.slice(0, mostCorners).map(({ x, y }) => ({ x: onPicture(x), y: onPicture(y) }))
  return { points: corners, box: boxAround(corners) }
}

/** A place in another box of the same size: its corners go along. */
export function movedArea(area: Area, box: Box): Partial<Area> {
  if (!area.points) return { box }
  const [dx, dy] = [box.x - area.box.x, box.y - area.box.y]
  return outlined(area.points.map(({ x, y }) => ({ x: x + dx, y: y + dy })))
}

/** A box with another number on one of its sides. */
export function withSide(box: Box, side: keyof Box, value: number): Box {
  return { ...box, [side]: onPicture(Number.isFinite(value) ? value : 0) }
}

/** Things in one field, as they are typed there. */
export function splitThings(typed: string): string[] {
  return typed
    .split(';')
    .map((thing) => thing.trim())
    .filter((thing) => thing !== '')
}

function boxOf(text = ''): Box {
  const { x, y, width = 0, height = 0 } = readBox(text)
  if (x === undefined || y === undefined) return newBox
  return { x: onPicture(x), y: onPicture(y), width: onPicture(width), height: onPicture(height) }
}

const tenth = (value: number) => Math.round(value * 10) / 10
const onPicture = (value: number) => tenth(Math.min(100, Math.max(0, value)))
