import { event } from '#platform/events/event.ts'

/** What pupils who came from a course made of its item in a room: by element, and what all of it is worth. */
export interface RoomCounted {
  courseId: number
  item: string
  results: readonly { passId: number; scores: Readonly<Record<string, number>> }[]
  total: number
}

/** Results of a room that a course asked for are known to its pupils. */
export const roomCounted = event<RoomCounted>('room.counted', {})
