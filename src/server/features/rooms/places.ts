import { createHash } from 'node:crypto'
import { roomLimits } from '#shared/limits.ts'
import type { CookieChange } from '../../http/action.ts'

/** Rooms a device has a place in at the same time: the homework of some weeks beside the quiz of today. */
const mostPlaces = 8

/** The tokens a device brings, the newest first: one of each of its rooms, and nothing that joins them elsewhere. */
export function tokensIn(brought: string | undefined): string[] {
  return (brought ?? '')
    .split('.')
    .filter((token) => token !== '')
    .slice(0, mostPlaces)
}

/** What a device is known by in its rooms, once it has a place in one more. */
export function placesWith(token: string, brought: string | undefined): string {
  return [...new Set([token, ...tokensIn(brought)])].slice(0, mostPlaces).join('.')
}

export function placeCookie(places: string): CookieChange {
  return { name: 'room', value: places, maxAgeSeconds: roomLimits.cookieDays * 86_400 }
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
