import { type ErrorCode, ProductError } from '#platform/errors.ts'
import { ownClientId } from '#platform/limits.ts'
import {
  countUnauthorized,
  isMemberState,
  isValidToken,
  nextSession,
  onUnauthorized,
  resetUnauthorized,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  type StoredToken,
  type UnauthorizedCounts,
  waitsForValidation,
} from '#platform/rules/web/session.ts'
import type { Http, SessionGate } from './http.ts'

export interface GateSurroundings {
  isLoggedIn: () => boolean
  token: () => StoredToken | undefined
  keepToken: (token: StoredToken | undefined) => void
  now: () => number
  /** The server named the member whose session this is. */
  onValidated: (accountId: number) => void
  onState: (state: SessionState) => void
  /** The session is over: forget what belongs to it. */
  onLoggedOut: () => void
  /** A member's session ended under their hands. `isChange`: something was to be done. */
  onSessionEnd: (isChange: boolean) => void
  /** Logged in, but the terms in force are not accepted: whether they are now. `isChange`: something was to be done. */
  askForTerms: (isChange: boolean) => Promise<boolean>
}

interface Validated {
  oauth_user_id: number | null
  oauth_access_token: string
  expires_in: number | null
  scope: 'public' | 'full'
}

interface AnonymousLogin {
  access_token: string
  expires_in: number
}

/**
 * Carries out what platform/rules/web/session.ts decides (specification 4 and 8). However many calls need it at once, there is
 * one validation, one question for the terms and one anonymous login under way; calls that come meanwhile wait for it.
 */
export function createSessionGate(http: Http, around: GateSurroundings): SessionGate {
  let state: SessionState = around.isLoggedIn() ? 'logged_in' : 'anonymous'
  let counts: UnauthorizedCounts = {}
  let renewing: Promise<boolean> | undefined
  /** One of the calls that wait for the session is to change something. */
  let isChange = false

  /** Moves on and does what the move asks for. Resolves to whether the visitor has a session again. */
  async function take(event: SessionEvent): Promise<boolean> {
    const before = state
    const move = nextSession(state, event)
    state = move.state
    if (isMemberState(before) && event === 'session_over') around.onLoggedOut()
    if (state !== before) around.onState(state)
    return effects[move.effect]()
  }

  const effects: Record<SessionEffect, () => Promise<boolean>> = {
    none: async () => state === 'logged_in' || state === 'anonymous',
    async ask_for_terms() {
      if (!(await around.askForTerms(isChange))) return false
      await take('terms_accepted')
      return validate()
    },
    async reload_to_login() {
      around.onSessionEnd(isChange)
      return false
    },
    login_anonymously: loginAnonymously,
    async tell_auth_error() {
      return false
    },
  }

  async function validate(): Promise<boolean> {
    try {
      const answer = await http.get<Validated>('/v3/oauth2/validate', { noValidate: true })
      keep(answer.oauth_access_token, answer.scope, answer.expires_in)
      if (answer.oauth_user_id !== null) around.onValidated(answer.oauth_user_id)
      return await take(answer.scope === 'full' ? 'validated_full' : 'validated_public')
    } catch (error) {
      if (!isVerdict(error)) return false
      around.keepToken(undefined)
      return take(failures[error.code] ?? 'validation_failed')
    }
  }

  async function loginAnonymously(): Promise<boolean> {
    try {
      const grant = {
        client_id: ownClientId,
        grant_type: 'client_credentials',
        scopes: 'public',
        platform: 'web',
      }
      const answer = await http.post<AnonymousLogin>('/v3/oauth2/authenticate', grant, { noValidate: true })
      keep(answer.access_token, 'public', answer.expires_in)
      return await take('anonymous_login_done')
    } catch (error) {
      return isVerdict(error) ? take('anonymous_login_failed') : false
    }
  }

  function keep(value: string, scope: 'public' | 'full', seconds: number | null): void {
    // Without its time the caller knows the token already.
    if (seconds !== null) around.keepToken({ value, scope, validUntil: around.now() + seconds * 1000 })
  }

  function renew(act: () => Promise<boolean>, isForChange: boolean): Promise<boolean> {
    isChange ||= isForChange
    renewing ??= act().finally(() => {
      renewing = undefined
      isChange = false
    })
    return renewing
  }

  /** Another tab may have logged in or out since. */
  function followCookie(): void {
    const isLoggedIn = around.isLoggedIn()
    if (renewing || isLoggedIn === isMemberState(state)) return
    state = nextSession(state, isLoggedIn ? 'logged_in' : 'logged_out').state
    around.onState(state)
  }

  return {
    async ready({ path, noValidate, isChange: isForChange }) {
      if (noValidate) return
      await renewing
      followCookie()
      const hasValidToken = isValidToken(around.token(), state, around.now())
      if (!waitsForValidation({ path, noValidate, state, hasValidToken })) return
      await renew(validate, isForChange)
      // What was meant for a member must not be done for a stranger.
      if (!around.isLoggedIn()) throw new ProductError('unauthorized')
    },
    bearer() {
      const token = around.token()
      return isValidToken(token, state, around.now()) ? token?.value : undefined
    },
    async handleUnauthorized({ path, url, reason, bearer, isChange: isForChange }) {
      followCookie()
      // A token that the server refuses is not valid; a newer one stays.
      if (bearer !== undefined && around.token()?.value === bearer) around.keepToken(undefined)
      counts = countUnauthorized(counts, url)
      const step = onUnauthorized({ path, state, reason, count: counts[url] ?? 1 })
      if (step === 'validate_then_retry') return renew(validate, isForChange)
      if (step === 'login_anonymously_then_retry') return renew(loginAnonymously, isForChange)
      if (step === 'reload_to_login') await take('session_over')
      return false
    },
    handleTerms(isForChange) {
      followCookie()
      return renew(() => take('terms_not_accepted'), isForChange)
    },
    handleAnswer(url) {
      counts = resetUnauthorized(counts, url)
    },
  }
}

/** Not reached is no verdict on the session: a member stays logged in and may try again. */
function isVerdict(error: unknown): error is ProductError {
  return error instanceof ProductError && error.code !== 'unavailable'
}

const failures: Partial<Record<ErrorCode, SessionEvent>> = {
  terms_not_accepted: 'terms_not_accepted',
  unauthorized: 'session_over',
}
