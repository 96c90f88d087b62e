import type { LiveWorldCode } from '#shared/contract/world.ts'

/** A room by its key. */
export interface RoomKey {
  world: LiveWorldCode
  id: number
}
