import { onSessionEnd, type SessionEnd, type SessionState } from '#platform/rules/web/session.ts'
import { dropCookie, readCookie } from './cookies.ts'
import { createHttp } from './http.ts'
import { isSessionChecked, pageAccess, pageTarget, pageWorld } from './page.ts'
import type { SlowRequest, TermsQuestion } from './session-events.ts'
import { createSessionGate } from './session-gate.ts'
import { readStored, writeStored } from './storage.ts'
import { keepToken, readToken } from './token.ts'

/** The page's one transport. What it sees of the session is told to the page by events on `document`. */
export const http = createHttp({
  fetch: (...request) => globalThis.fetch(...request),
  world: pageWorld,
  cartToken: () => readCookie('c_t') ?? readStored('c_t'),
  csrfToken: () => readCookie('csrf'),
  onSlow: (request) => tell<SlowRequest>('slow-request', request),
})

const gate = createSessionGate(http, {
  isLoggedIn: () => readCookie('logged_in') !== undefined,
  token: readToken,
  keepToken,
  now: Date.now,
  onValidated: (accountId) => tell<number>('validated', accountId),
  onState: (state) => tell<SessionState>('session', state),
  onLoggedOut: forgetMember,
  onSessionEnd(isChange) {
    const isPublic = pageAccess() === 'public'
    const end = onSessionEnd({ isChecked: isSessionChecked(), isPublic, isChange })
    if (end !== 'login') return tell<SessionEnd>('session-ended', end)
    // The marker is gone now; if it were not, every reload would end here again.
    if (readCookie('logged_in') !== undefined) return
    location.assign(withTarget(`/${pageWorld()}/login`))
  },
  async askForTerms(isChange) {
    let answer: Promise<boolean> | undefined
    tell<TermsQuestion>('terms-not-accepted', {
      isChange,
      respond(given) {
        answer = given
      },
    })
    return (await answer) ?? false
  },
})
http.setGate(gate)

/**
 * The token of the member of this page, for what is no call: looked for as before a call. Null: a stranger.
 * @throws ProductError('unauthorized') when the session turns out to be over
 */
export async function memberToken(): Promise<string | null> {
  await gate.ready({ path: '/v1/user', noValidate: false, isChange: false })
  return gate.bearer() ?? null
}

/** The address of the login that leads back to this page. */
export function withTarget(login: string): string {
  const target = pageTarget()
  return target === undefined ? login : `${login}?next=${encodeURIComponent(target)}`
}

/** Removes what this browser keeps of a member. */
export function forgetMember(): void {
  dropCookie('logged_in')
  writeStored('user', undefined, 'session')
  keepToken(undefined)
  tell('logged-out', undefined)
}

function tell<T>(name: string, detail: T): void {
  document.dispatchEvent(new CustomEvent(`aularium:${name}`, { detail }))
}
