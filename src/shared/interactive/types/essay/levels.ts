import type { Element } from '../../unit.ts'
import type { Essay } from './essay.ts'

/** A level of a rubric, with the points it is of its task, whatever that is worth. */
export interface Level {
  text: string
  points: number
}

/** The levels a teacher gives points by, as they were written; none where there are none. */
export function levelsOf({ type, data, points }: Pick<Element, 'type' | 'data' | 'points'>): Level[] {
  if (type !== 'essay') return []
  const { rubric } = data as Essay
  const most = Math.max(0, ...rubric.map((level) => level.points))
  const share = most === 0 ? 0 : points / most
  return rubric.map((level) => ({ text: level.text, points: Math.round(level.points * share * 100) / 100 }))
}
