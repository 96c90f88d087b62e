import type { Element } from '../unit.ts'
import type { Level } from './element-type.ts'
import { typeOf } from './types.ts'

/** The levels a teacher gives points by, as they were written, with the points they are of this task; none where there are none. */
export function levelsOf({ type, data, points }: Pick<Element, 'type' | 'data' | 'points'>): Level[] {
  const levels = typeOf(type)?.levels?.(data) ?? []
  const most = Math.max(0, ...levels.map((level) => level.points))
  const share = most === 0 ? 0 : points / most
  return levels.map((level) => ({ text: level.text, points: Math.round(level.points * share * 100) / 100 }))
}
