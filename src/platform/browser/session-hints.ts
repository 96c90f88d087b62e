import { readCookie } from './cookies.ts'
import { pageWorld } from './page.ts'
import { readStored, type StorageKind, writeStored } from './storage.ts'

/**
 * What is known about a visitor without asking the server, from readable cookies and storage. Tiny on purpose: every
 * page reads it before anything else is loaded.
 */

export function isLoggedIn(): boolean {
  return readCookie('logged_in') !== undefined
}

export function hasCart(): boolean {
  return isLoggedIn() || readCookie('c_t') !== undefined || readStored('c_t') !== undefined
}

/**
 * The anonymous id (`v_id`) cannot be read, but the `csrf` cookie comes with it: without one there is no list.
 * A stranger whose list was seen empty is not asked about again.
 */
export function hasSubscriptions(what: Exclude<Counted, 'cart'>): boolean {
  return isLoggedIn() || (readCookie('csrf') !== undefined && knownCount(what) !== 0)
}

export type Counted = 'cart' | 'favorites' | 'follows'
/** What the header shows a number of. */
export type Badge = Counted | 'notifications'

/** The number this browser saw last as this kind of visitor in this world, shown until the real one is there. */
export function knownCount(what: Counted): number | undefined {
  const stored = readStored(countKey(what), countStorage())
  return stored === undefined ? undefined : Number.parseInt(stored, 10) || 0
}

export function rememberCount(what: Counted, count: number | undefined): void {
  writeStored(countKey(what), count === undefined ? undefined : String(count), countStorage())
}

/** On a shared computer nothing about a member outlives the tab. */
function countStorage(): StorageKind {
  return isLoggedIn() ? 'session' : 'local'
}

function countKey(what: Counted): string {
  return `${what}_count_${isLoggedIn() ? 'member' : 'stranger'}_${pageWorld()}`
}
