import { atom } from 'nanostores'
import type { User } from '#shared/contract/user.ts'
import { ProductError } from '#shared/errors.ts'
import { isWrongAccount, wrongAccountLogoutMs } from '#shared/rules/session.ts'
import { forgetMember } from '../api/client.ts'
import { logout } from '../api/session.ts'
import { viewUser } from '../api/user.ts'
import { openChannel } from '../device/channel.ts'
import { readStored, writeStored } from '../device/storage.ts'
import { isLoggedIn } from './marks.ts'
import { showFailure } from './toasts.ts'

/** What the header shows of a member; kept for the tab, so that not every page asks again. */
export interface KnownUser {
  id: number
  name: string
  isSeller: boolean
}

/** undefined: not known yet; null: a stranger. */
export const $user = atom<KnownUser | null | undefined>()

const key = 'user'
const accountKey = 'account_id'

const tabs = openChannel<'logged-out'>(
  'session',
  () => $user.set(null),
  () => void loadUser(),
)

/** Reads who is logged in. Specification 8: a load failure clears what this browser keeps of the account. */
export async function loadUser(): Promise<void> {
  if (!isLoggedIn()) {
    writeStored(key, undefined, 'session')
    writeStored(accountKey, undefined)
    $user.set(null)
    return
  }
  const kept = parseKnown(readStored(key, 'session'))
  if (kept) {
    $user.set(kept)
    return
  }
  try {
    const known = knownUser(await viewUser())
    writeStored(key, JSON.stringify(known), 'session')
    $user.set(known)
    checkAccount(known.id)
  } catch (error) {
    if (!(error instanceof ProductError)) throw error
    writeStored(key, undefined, 'session')
    $user.set(isLoggedIn() ? undefined : null)
  }
}

/**
 * Specification 4, "Wrong account": this browser remembers somebody else, so what it keeps is not this member's. Whoever
 * listens hears of it, and the session ends after a second.
 */
function checkAccount(id: number): void {
  const stored = Number(readStored(accountKey) ?? Number.NaN)
  if (isWrongAccount(Number.isSafeInteger(stored) ? stored : undefined, id)) {
    document.dispatchEvent(new CustomEvent('aularium:wrong-account'))
    setTimeout(() => void logOut(), wrongAccountLogoutMs)
    return
  }
  writeStored(accountKey, String(id))
}

/** Logs out; says whether it worked. Offline nothing is forgotten, because the session would live on. */
export async function logOut(): Promise<boolean> {
  try {
    await logout()
  } catch (error) {
    showFailure({ error, subject: 'logout', unchanged: 'unavailable', retry: () => void logOut() })
    return false
  }
  forgetMember()
  writeStored(accountKey, undefined)
  $user.set(null)
  tabs.post('logged-out')
  return true
}

function knownUser(user: User): KnownUser {
  return { id: user.id, name: user.details.publicName || user.userName, isSeller: user.isSeller }
}

function parseKnown(text: string | undefined): KnownUser | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isKnown(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isKnown(value: unknown): value is KnownUser {
  return (
    typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'isSeller' in value
  )
}
