import type { RouteRow } from './kinds.ts'
import { matchAddress } from './match.ts'

const visibleAscii = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/
/** Stands for our own site: an address that leaves it is not ours. */
const here = 'http://here.invalid'
/** What a program asks a member for stands in an address, too. */
const longest = 2000
const notAGoal: ReadonlySet<string> = new Set(['login', 'register', 'forgot-password'])

/**
 * An address with a secret (`token`) leads to what it opens once, and belongs into no other address. That of the
 * authorization page holds what a program asks its member for: the login has to lead back to it.
 */
function isGoal({ name, traits }: RouteRow): boolean {
  return !notAGoal.has(name) && (!traits.includes('token') || name === 'authorize')
}

/**
 * Where to go after a login: only a page of ours that the routing table knows. Everything else (another site in any
 * of its disguises, `javascript:`, line breaks, an API address, the login itself, a secret) is undefined.
 */
export function nextPath(text: string | undefined): string | undefined {
  if (text === undefined || text.length > longest || !visibleAscii.test(text)) return undefined
  if (!URL.canParse(text, here)) return undefined
  const target = new URL(text, here)
  const match = target.origin === here ? matchAddress(target.pathname) : undefined
  if (match?.kind !== 'page' || !isGoal(match.route)) return undefined
  return target.pathname + target.search
}
