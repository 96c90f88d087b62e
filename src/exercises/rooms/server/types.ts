import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** A room by its key. */
export interface RoomKey {
  world: LiveWorldCode
  id: number
}

/** The item of a course that asks for a room. */
export interface CourseItemKey {
  courseId: number
  item: string
}

/** A room, and how far somebody has heard of it. */
export interface RoomSince {
  key: RoomKey
  since: number
}

/** What a room is called where many are. */
export function nameOf({ world, id }: RoomKey): string {
  return `${world}:${id}`
}
