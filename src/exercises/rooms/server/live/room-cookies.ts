import type { CookieChange, CookieType } from '#platform/context/cookies.ts'
import type { TokenType } from '#platform/features/token.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'

declare module '#platform/context/context.ts' {
  interface Context {
    /** Token of the `room` cookie: a pupil's places in learning rooms. */
    roomToken?: string | undefined
  }
}

declare module '#platform/context/cookies.ts' {
  interface CookieRoles {
    room: string
  }
}

export const roomCookie: CookieType = { name: 'room', readable: false, prefixed: true, maxLength: 300 }

export const roomToken: TokenType = { name: 'roomToken', cookie: 'room' }

/** Rooms a device has a place in at the same time: the homework of some weeks beside the quiz of today. */
const mostPlaces = 8

/** Before the token of a place that rests: somebody else works on the device now. */
const rests = '~'

function broughtIn(brought: string | undefined): string[] {
  return (brought ?? '')
    .split('.')
    .filter((token) => token !== '')
    .slice(0, mostPlaces)
}

/** The tokens a device brings, the newest first: one of each of its rooms, and nothing that joins them elsewhere. */
export function tokensIn(brought: string | undefined): string[] {
  return broughtIn(brought).filter((token) => !token.startsWith(rests))
}

/** Tokens of those who worked on the device before somebody else, and may come back. */
export function restingTokens(brought: string | undefined): string[] {
  return broughtIn(brought).flatMap((token) => (token.startsWith(rests) ? [token.slice(rests.length)] : []))
}

/** What a device is known by in its rooms, once it has a place in one more. */
export function placesWith(token: string, brought: string | undefined): string {
  const others = broughtIn(brought).filter((one) => one !== token && one !== `${rests}${token}`)
  return [token, ...others].slice(0, mostPlaces).join('.')
}

/** The same once the place of a token rests. */
export function placesWithout(token: string, brought: string | undefined): string {
  return broughtIn(brought)
    .map((one) => (one === token ? `${rests}${token}` : one))
    .join('.')
}

/** The cookie of the places a device has in rooms. */
export function placeCookie(places: string): CookieChange {
  return { name: 'room', value: places, maxAgeSeconds: roomLimits.cookieDays * 86_400 }
}
