import { dropCookie, readCookie } from '../device/cookies.ts'
import { pageWorld } from '../device/page.ts'
import { readStored, writeStored } from '../device/storage.ts'
import { createHttp } from './http.ts'
import { createSessionGate } from './session-gate.ts'

export interface SlowRequest {
  method: string
  path: string
}

/** The page's one transport. What it sees of the session is told to the page by events on `document`. */
export const http = createHttp({
  fetch: (...request) => globalThis.fetch(...request),
  world: pageWorld,
  cartToken: () => readCookie('c_t') ?? readStored('c_t'),
  csrfToken: () => readCookie('csrf'),
  onSlow: (request) => tell<SlowRequest>('slow-request', request),
})

http.setGate(
  createSessionGate(http, {
    isLoggedIn: () => readCookie('logged_in') !== undefined,
    onLoggedOut: forgetMember,
    reloadToLogin() {
      // The marker is gone now; if it were not, every reload would end here again.
      if (readCookie('logged_in') === undefined) location.reload()
    },
    askForTerms: () => tell('terms-not-accepted', undefined),
  }),
)

/** Removes what this browser keeps of a member. */
export function forgetMember(): void {
  dropCookie('logged_in')
  writeStored('user', undefined, 'session')
  tell('logged-out', undefined)
}

function tell<T>(name: string, detail: T): void {
  document.dispatchEvent(new CustomEvent(`aularium:${name}`, { detail }))
}
