import { atom } from 'nanostores'
import { openChannel } from '#platform/browser/channel.ts'
import { forgetMember, withTarget } from '#platform/browser/client.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import { isSessionChecked, pageAccess } from '#platform/browser/page.ts'
import { isLoggedIn } from '#platform/browser/session-hints.ts'
import { readStored, writeStored } from '#platform/browser/storage.ts'
import { showFailure, showToast } from '#platform/browser/toasts.ts'
import { keepToken } from '#platform/browser/token.ts'
import { ProductError } from '#platform/errors.ts'
import { loadPageTexts } from '#platform/page-texts/browser/page-texts.ts'
import type { User } from '#platform/rules/contract/user.ts'
import {
  isWrongAccount,
  type SessionEnd,
  type SessionState,
  wrongAccountLogoutMs,
} from '#platform/rules/web/session.ts'
import { acceptTerms, logout } from './session-api.ts'
import { viewUser } from './user-api.ts'

/** What the header shows of a member; kept for the tab, so that not every page asks again. */
export interface KnownUser {
  id: number
  name: string
  isSeller: boolean
  picture: string | null
}

/** undefined: not known yet; null: a stranger. */
export const $user = atom<KnownUser | null | undefined>()

/** Where the session stands (specification 4). */
export const $session = atom<SessionState>(isLoggedIn() ? 'logged_in' : 'anonymous')

const key = 'user'
const accountKey = 'account_id'

/** A member of this page is no longer logged in, and nobody here asked for it. */
export const $isEnded = atom(false)

type TabMessage = { kind: 'logged-out' } | { kind: 'logged-in'; id: number } | { kind: 'terms-accepted' }

const tabs = openChannel<TabMessage>('session', hear, () => (isLoggedIn() ? void loadUser() : endHere()))

globalThis.document?.addEventListener('aularium:session', (event) => {
  const state = (event as CustomEvent<SessionState>).detail
  $session.set(state)
  if (state === 'auth_error') showToast({ kind: 'error', key: 'authError' }, 'session')
})
globalThis.document?.addEventListener('aularium:validated', (event) => {
  const id = (event as CustomEvent<number>).detail
  if (!checkAccount(id)) return
  // The same browser, another member: what is shown of the one before goes.
  const shown = $user.get()
  if (shown && shown.id !== id) void reloadUser()
})

/** What another tab did concerns this one, too: they share the session. */
function hear(message: TabMessage): void {
  if (message.kind === 'terms-accepted') {
    $session.set('logged_in')
    document.dispatchEvent(new CustomEvent('aularium:terms-accepted'))
    return
  }
  const id = message.kind === 'logged-in' ? message.id : undefined
  if (id !== undefined && $user.get()?.id === id) return
  keepToken(undefined)
  $session.set(id === undefined ? 'anonymous' : 'logged_in')
  // A private page shows what was the other's: it is asked for again.
  if (pageAccess() !== 'public') return void location.reload()
  if (id === undefined) endHere()
  else void reloadUser()
}

async function reloadUser(): Promise<void> {
  writeStored(key, undefined, 'session')
  await loadUser()
  document.dispatchEvent(new CustomEvent('aularium:logged-in'))
}

// An old browser hears nothing of its other tabs, and a session may have run out meanwhile.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') endHere()
})

/** The session ended in another tab: this page shows nothing of the member any more, and says why. */
function endHere(): void {
  const known = $user.get() === undefined ? parseKnown(readStored(key, 'session')) : $user.get()
  if (isLoggedIn() || !known) return
  forgetMember()
  showEnded(isSessionChecked() ? 'told' : 'silent')
}

/** Nobody is logged in here any more. Told, it is said, with the way to the login. */
export function showEnded(end: SessionEnd): void {
  $isEnded.set(true)
  $user.set(null)
  if (end === 'silent') return
  showToast(
    { kind: 'info', stays: true, key: 'loggedOut', action: { key: 'login', run: () => void toLogin() } },
    'session',
  )
}

/** The login leads back to this page. */
async function toLogin(): Promise<void> {
  const { urls } = await loadPageTexts()
  location.assign(withTarget(urls.login))
}

/**
 * Reads who is logged in. Specification 8: a load failure clears the token and what this browser keeps of the session,
 * and the member hears of it. Not reached, or asked too often, is no failure: the next page asks again.
 */
export async function loadUser(): Promise<void> {
  if (!isLoggedIn()) {
    writeStored(key, undefined, 'session')
    writeStored(accountKey, undefined)
    $user.set(null)
    return
  }
  const stored = parseKnown(readStored(key, 'session'))
  if (stored) {
    $user.set(stored)
    return
  }
  try {
    const known = knownUser(await viewUser())
    writeStored(key, JSON.stringify(known), 'session')
    $user.set(known)
    if (checkAccount(known.id)) tabs.post({ kind: 'logged-in', id: known.id })
  } catch (error) {
    if (!(error instanceof ProductError)) throw error
    if (error.code === 'unavailable' || error.code === 'rate_limited') return $user.set(undefined)
    // Ended or refused with its session: that was said already.
    if (!isLoggedIn()) return $user.set(null)
    // What the cookie opens must not outlive what this page knows of it; where that fails, the next page asks again.
    await logout().catch(() => undefined)
    writeStored(accountKey, undefined)
    forgetMember()
    showEnded(isSessionChecked() ? 'told' : 'silent')
  }
}

let isLeaving = false

/**
 * Specification 4, "Wrong account": this browser remembers somebody else, so what it keeps is not this member's. Whoever
 * listens hears of it, and the session ends after a second. Says whether all is well.
 */
function checkAccount(id: number): boolean {
  // An admin acts in this member's name: what this browser remembers is the admin, who comes back to it.
  if (readCookie('acting') !== undefined) return true
  const stored = Number(readStored(accountKey) ?? Number.NaN)
  if (!isWrongAccount(Number.isSafeInteger(stored) ? stored : undefined, id)) {
    writeStored(accountKey, String(id))
    return true
  }
  if (isLeaving) return false
  isLeaving = true
  document.dispatchEvent(new CustomEvent('aularium:wrong-account'))
  setTimeout(() => {
    void logOut().then((isOut) => {
      isLeaving = false
      if (isOut && pageAccess() !== 'public') location.reload()
    })
  }, wrongAccountLogoutMs)
  return false
}

/** Accepts the terms in force, for all tabs; says whether it worked. */
export async function agreeToTerms(): Promise<boolean> {
  try {
    await acceptTerms()
  } catch (error) {
    showFailure({ error, subject: 'terms', unchanged: 'unavailable', retry: () => void agreeToTerms() })
    return false
  }
  tabs.post({ kind: 'terms-accepted' })
  return true
}

/** Logs out; says whether it worked. Offline nothing is forgotten, because the session would live on. */
export async function logOut(options: { isEverywhere?: boolean } = {}): Promise<boolean> {
  try {
    await logout(options)
  } catch (error) {
    showFailure({ error, subject: 'logout', unchanged: 'unavailable', retry: () => void logOut(options) })
    return false
  }
  forgetMember()
  writeStored(accountKey, undefined)
  $user.set(null)
  $session.set('anonymous')
  tabs.post({ kind: 'logged-out' })
  return true
}

function knownUser(user: User): KnownUser {
  const { id, details, userName, isSeller, userImagePath } = user
  return { id, name: details.publicName || userName, isSeller, picture: userImagePath }
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
    typeof value === 'object' &&
    value !== null &&
    ['id', 'name', 'isSeller', 'picture'].every((key) => key in value)
  )
}
