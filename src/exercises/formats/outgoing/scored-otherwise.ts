import { typeOf } from '#exercises/model/task/types.ts'
import { type Element, usualPoints } from '#exercises/model/unit.ts'
import { type OutsideFormat, outsideFormats } from './outgoing.ts'

export { type OutsideFormat, outsideFormats }

/** These have no place for the points of a task. */
const pointless: ReadonlySet<OutsideFormat> = new Set(['gift', 'aiken', 'h5p'])

/** Whether the format takes the task along and an answer to it may be worth something else there. */
export function scoresOtherwise(format: OutsideFormat, { type, points, data }: Element): boolean {
  const row = typeOf(type)
  if (row?.kind !== 'scored') return false
  if (pointless.has(format) && points !== usualPoints(type, data)) return true
  return row.outgoing?.scoredOtherwise?.[format]?.(data) ?? false
}

/** Whether the format takes a task along without something of its own that changes no score. */
export function losesData(format: OutsideFormat, element: Element): boolean {
  return typeOf(element.type)?.outgoing?.leavesBehind?.[format]?.(element.data, element) ?? false
}
