import { consecutiveUnauthorizedLimit } from '#platform/limits.ts'

/*
 * The client's session policy (specification 4, 7 and 8) as tables, without a network: the transport asks what a call
 * needs and what a 401 leads to, the session store asks where an answer to a validation leads.
 */

/** `terms_pending`: logged in, but the terms in force are not accepted. `auth_error`: not even anonymous access works. */
export type SessionState = 'anonymous' | 'logged_in' | 'terms_pending' | 'auth_error'

export type SessionEvent =
  /** A validation said: full scope. */
  | 'validated_full'
  /** A validation said: public scope. */
  | 'validated_public'
  | 'terms_not_accepted'
  /** A validation said: there is no such session (401). */
  | 'session_over'
  /** Any other failed validation. */
  | 'validation_failed'
  | 'terms_accepted'
  | 'anonymous_login_done'
  | 'anonymous_login_failed'
  | 'logged_in'
  | 'logged_out'

/** What the client does besides changing its state. */
export type SessionEffect =
  | 'none'
  | 'ask_for_terms'
  | 'login_anonymously'
  | 'reload_to_login'
  | 'tell_auth_error'

interface Move {
  state: SessionState
  effect: SessionEffect
}

const fromEverywhere: Record<SessionEvent, Move> = {
  validated_full: { state: 'logged_in', effect: 'none' },
  validated_public: { state: 'anonymous', effect: 'none' },
  terms_not_accepted: { state: 'terms_pending', effect: 'ask_for_terms' },
  session_over: { state: 'anonymous', effect: 'login_anonymously' },
  validation_failed: { state: 'anonymous', effect: 'login_anonymously' },
  terms_accepted: { state: 'logged_in', effect: 'none' },
  anonymous_login_done: { state: 'anonymous', effect: 'none' },
  anonymous_login_failed: { state: 'auth_error', effect: 'tell_auth_error' },
  logged_in: { state: 'logged_in', effect: 'none' },
  logged_out: { state: 'anonymous', effect: 'none' },
}

/** Where a state reacts differently from all others. */
const exceptions: Record<SessionState, Partial<Record<SessionEvent, Move>>> = {
  anonymous: { terms_accepted: { state: 'anonymous', effect: 'none' } },
  // The session ended under a member's hands: they are shown the login, not silently made strangers.
  logged_in: { session_over: { state: 'anonymous', effect: 'reload_to_login' } },
  // Another tab saw the session; whether the terms are accepted says the next validation.
  terms_pending: {
    session_over: { state: 'anonymous', effect: 'reload_to_login' },
    logged_in: { state: 'terms_pending', effect: 'none' },
  },
  auth_error: { terms_accepted: { state: 'auth_error', effect: 'none' } },
}

/** What becomes of a session by what has happened, and what is to be done then (specification 4). */
export function nextSession(state: SessionState, event: SessionEvent): Move {
  return exceptions[state][event] ?? fromEverywhere[event]
}

/** `silent`: the page goes on for a stranger. `told`: the same, and says that the member was logged out. */
export type SessionEnd = 'silent' | 'told' | 'login'

/**
 * What a page does when the session of its member turns out to be over (`reload_to_login`). Specification 8 leads to the
 * login; 2 exempts pages whose requests skip the re-check. A page for everybody loses no reader: it says so and stays,
 * unless it was asked to change something, for which the member has to log in.
 */
export function onSessionEnd(page: { isChecked: boolean; isPublic: boolean; isChange: boolean }): SessionEnd {
  if (!page.isChecked) return 'silent'
  return page.isPublic && !page.isChange ? 'told' : 'login'
}

/** Specification 7 posts its queries: a call that changes something is any other post. */
export function isChange(method: string, path: string): boolean {
  return method !== 'GET' && !/\/(?:query|list)$/.test(path)
}

/** Whether somebody is logged in, terms accepted or not. */
export function isMemberState(state: SessionState): boolean {
  return state === 'logged_in' || state === 'terms_pending'
}

const versioned = /^\/v\d+\//
const authenticatePath = /^\/v\d+\/oauth2\/authenticate$/
const validatePath = /^\/v\d+\/oauth2\/validate$/
const cartPaths = /^\/v\d+\/(?:cart|payments\/options)(?:\/|$)/
/** A 401 there is an answer, not an accident: wrong credentials, or tags that only some may see. */
const neverRetried = /^\/v\d+\/(?:oauth2\/authenticate|item-tags)(?:\/|$)/

/** Specification 7: calls to partners' systems, which know no worlds, carry this in their address. */
const partnerMarker = '/partner/'

/** What a call carries beside its own parameters (specification 7), by its path below the API's base. */
export interface CallParts {
  world: boolean
  bearer: boolean
  cartToken: boolean
}

/** Specification 7: the world on every versioned path but partners'; a validation carries the bearer alone. */
export function partsOf(path: string): CallParts {
  if (validatePath.test(path)) return { world: false, bearer: true, cartToken: false }
  const isVersioned = versioned.test(path)
  return {
    world: isVersioned && !path.includes(partnerMarker),
    bearer: isVersioned && !authenticatePath.test(path),
    cartToken: cartPaths.test(path),
  }
}

/** A bearer token as the browser keeps it. */
export interface StoredToken {
  value: string
  scope: 'public' | 'full'
  /** Milliseconds since 1970. */
  validUntil: number
}

/** A token that ends while its call is on the way is of no use. */
const tokenMarginMs = 15_000

/** Specification 7, "when the token is valid": its time has not come, and it is of the session this browser has now. */
export function isValidToken(token: StoredToken | undefined, state: SessionState, now: number): boolean {
  if (token === undefined || now >= token.validUntil - tokenMarginMs) return false
  return (token.scope === 'full') === isMemberState(state)
}

/** Specification 4, "Terms": which calls wait until the session was validated. */
export function waitsForValidation(call: {
  path: string
  noValidate: boolean
  state: SessionState
  hasValidToken: boolean
}): boolean {
  if (call.noValidate || !versioned.test(call.path) || authenticatePath.test(call.path)) return false
  return call.state === 'logged_in' && !call.hasValidToken
}

export type UnauthorizedStep =
  | 'reject'
  | 'reload_to_login'
  | 'validate_then_retry'
  | 'login_anonymously_then_retry'

export interface UnauthorizedAnswer {
  /** Path of the call below the API's base, without its query. */
  path: string
  state: SessionState
  /** The error code of the answer. */
  reason: string
  /** 401s in a row on this URL, this one included. */
  count: number
}

/** Specification 8, its lines on 401 in their order of precedence. */
export function onUnauthorized({ path, state, reason, count }: UnauthorizedAnswer): UnauthorizedStep {
  if (neverRetried.test(path) || count > consecutiveUnauthorizedLimit) return 'reject'
  if (reason === 'terms_not_accepted') return 'reject'
  if (validatePath.test(path)) return isMemberState(state) ? 'reload_to_login' : 'reject'
  if (isMemberState(state)) return 'validate_then_retry'
  return state === 'anonymous' ? 'login_anonymously_then_retry' : 'reject'
}

/** 401s in a row by URL; plain data, so that it can be kept wherever the caller likes. */
export type UnauthorizedCounts = Readonly<Record<string, number>>

/** One more 401 on a URL. */
export function countUnauthorized(counts: UnauthorizedCounts, url: string): UnauthorizedCounts {
  return { ...counts, [url]: (counts[url] ?? 0) + 1 }
}

/** Any answer but 401 resets the count of the URL. */
export function resetUnauthorized(counts: UnauthorizedCounts, url: string): UnauthorizedCounts {
  if (counts[url] === undefined) return counts
  const { [url]: _, ...others } = counts
  return others
}

/** Specification 4: after this many milliseconds a browser that holds another account's data logs out. */
export const wrongAccountLogoutMs = 1000

/** Whether this browser remembers another account than the one the server validated. */
export function isWrongAccount(storedId: number | undefined, validatedId: number | null): boolean {
  return storedId !== undefined && validatedId !== null && storedId !== validatedId
}
