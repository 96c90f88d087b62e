import { event } from '../../events/event.ts'

/** What somebody's answers to a unit were worth, by element; `total`: what all of the unit is worth. */
export interface Practised {
  key: string
  scores: Readonly<Record<string, number>>
  total: number
}

/** Somebody who learns with a course answered an exercise of it. */
export const coursePractised = event<Practised>('unit.course-practised', {})
