import { worldOf } from '#platform/routing/worlds.ts'
import { type LiveWorldCode, liveWorldCodes } from '#platform/rules/contract/world.ts'

/** To make one takes longer than a statement. */
const days = Object.fromEntries(
  liveWorldCodes.map((code) => [
    code,
    new Intl.DateTimeFormat('sv-SE', { timeZone: worldOf(code).timeZone }),
  ]),
) as Record<LiveWorldCode, Intl.DateTimeFormat>

/** The day it is in a world, as `2026-11-22`. */
export function today(world: LiveWorldCode, now: Date = new Date()): string {
  return days[world].format(now)
}
