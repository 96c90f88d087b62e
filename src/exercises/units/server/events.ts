import { event } from '#platform/events/event.ts'

/** What somebody's answers to a unit were worth, by element; `total`: what all of the unit is worth. */
export interface Practised {
  key: string
  scores: Readonly<Record<string, number>>
  total: number
}

/** Somebody who learns with a course answered an exercise of it. */
export const coursePractised = event<Practised>('unit.course-practised', {})

/** A version somebody points at, and what is to have it. */
export interface PinnedUnit {
  shadowId: number
  unitId: number
  version: number
  roomId: number | undefined
  courseId: number | undefined
}

/** A member points at a version of an exercise, for a room, a course or neither. */
export const unitPinned = event<PinnedUnit>('unit.pinned', {})
