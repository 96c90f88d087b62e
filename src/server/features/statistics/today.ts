import { worldOf } from '#routing/worlds.ts'
import type { LiveWorldCode } from '#shared/contract/world.ts'

/** The day it is in a world, as `2026-11-22`. */
export function today(world: LiveWorldCode, now: Date = new Date()): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: worldOf(world).timeZone }).format(now)
}
