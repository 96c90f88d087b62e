import { consecutiveUnauthorizedLimit } from '../limits.ts'

/*
 * The client's session policy (specification 4 and 8) as tables, without a network: the transport asks what a 401
 * leads to, the session store asks where an answer to a validation leads.
 */

/** `terms_pending`: logged in, but the terms in force are not accepted. `auth_error`: not even anonymous access works. */
export type SessionState = 'anonymous' | 'logged_in' | 'terms_pending' | 'auth_error'

export type SessionEvent =
  /** A validation said: full scope. */
  | 'validated_full'
  /** A validation said: public scope. */
  | 'validated_public'
  | 'terms_not_accepted'
  /** Any other failed validation. */
  | 'validation_failed'
  | 'terms_accepted'
  | 'anonymous_login_done'
  | 'anonymous_login_failed'
  | 'logged_out'

/** What the client does besides changing its state. */
export type SessionEffect = 'none' | 'ask_for_terms' | 'login_anonymously' | 'reload_to_login'

interface Move {
  state: SessionState
  effect: SessionEffect
}

const fromEverywhere: Record<SessionEvent, Move> = {
  validated_full: { state: 'logged_in', effect: 'none' },
  validated_public: { state: 'anonymous', effect: 'none' },
  terms_not_accepted: { state: 'terms_pending', effect: 'ask_for_terms' },
  validation_failed: { state: 'anonymous', effect: 'login_anonymously' },
  terms_accepted: { state: 'logged_in', effect: 'none' },
  anonymous_login_done: { state: 'anonymous', effect: 'none' },
  anonymous_login_failed: { state: 'auth_error', effect: 'none' },
  logged_out: { state: 'anonymous', effect: 'none' },
}

/** Where a state reacts differently from all others. */
const exceptions: Record<SessionState, Partial<Record<SessionEvent, Move>>> = {
  anonymous: { terms_accepted: { state: 'anonymous', effect: 'none' } },
  // The session ended under a member's hands: they are shown the login, not silently made strangers.
  logged_in: { validation_failed: { state: 'anonymous', effect: 'reload_to_login' } },
  terms_pending: { validation_failed: { state: 'anonymous', effect: 'reload_to_login' } },
  auth_error: { terms_accepted: { state: 'auth_error', effect: 'none' } },
}

export function nextSession(state: SessionState, event: SessionEvent): Move {
  return exceptions[state][event] ?? fromEverywhere[event]
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
  /** 401s in a row on this path, this one included. */
  count: number
}

const validatePath = /^\/v\d+\/oauth2\/validate$/
/** A 401 there is an answer, not an accident: wrong credentials, or tags that only some may see. */
const neverRetried = /^\/v\d+\/(?:oauth2\/authenticate|item-tags)(?:\/|$)/

/** Specification 8, its lines on 401 in their order of precedence. */
export function onUnauthorized({ path, state, reason, count }: UnauthorizedAnswer): UnauthorizedStep {
  if (neverRetried.test(path) || count > consecutiveUnauthorizedLimit) return 'reject'
  if (reason === 'terms_not_accepted') return 'reject'
  const isMember = state === 'logged_in' || state === 'terms_pending'
  if (validatePath.test(path)) return isMember ? 'reload_to_login' : 'reject'
  if (isMember) return 'validate_then_retry'
  return state === 'anonymous' ? 'login_anonymously_then_retry' : 'reject'
}

/** 401s in a row by path; plain data, so that it can be kept wherever the caller likes. */
export type UnauthorizedCounts = Readonly<Record<string, number>>

/** One more 401 on a path. */
export function countUnauthorized(counts: UnauthorizedCounts, path: string): UnauthorizedCounts {
  return { ...counts, [path]: (counts[path] ?? 0) + 1 }
}

/** Any other answer than 401: the path starts anew. */
export function resetUnauthorized(counts: UnauthorizedCounts, path: string): UnauthorizedCounts {
  if (counts[path] === undefined) return counts
  const { [path]: _, ...others } = counts
  return others
}

/** Specification 4: after this many milliseconds a browser that holds another account's data logs out. */
export const wrongAccountLogoutMs = 1000

/** Whether this browser remembers another account than the one the server validated. */
export function isWrongAccount(storedId: number | undefined, validatedId: number | null): boolean {
  return storedId !== undefined && validatedId !== null && storedId !== validatedId
}
