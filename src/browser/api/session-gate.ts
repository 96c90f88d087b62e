import { ProductError } from '#shared/errors.ts'
import {
  countUnauthorized,
  nextSession,
  onUnauthorized,
  resetUnauthorized,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  type UnauthorizedCounts,
} from '#shared/rules/session.ts'
import type { Http, UnauthorizedGate } from './http.ts'

export interface GateSurroundings {
  isLoggedIn: () => boolean
  /** The session is over: forget what belongs to it. */
  onLoggedOut: () => void
  /** A member's session ended under their hands. */
  reloadToLogin: () => void
  /** Logged in, but the terms in force are not accepted. */
  askForTerms: () => void
}

/**
 * Carries out what shared/rules/session.ts decides about a 401 (specification 8). However many calls fail at once,
 * there is one validation and one anonymous login under way; calls that come meanwhile wait for it (specification 4).
 */
export function createSessionGate(http: Http, around: GateSurroundings): UnauthorizedGate {
  let state: SessionState = around.isLoggedIn() ? 'logged_in' : 'anonymous'
  let counts: UnauthorizedCounts = {}
  let renewing: Promise<boolean> | undefined

  /** Moves on and does what the move asks for. Resolves to whether the visitor has a session again. */
  async function take(event: SessionEvent): Promise<boolean> {
    const before = state
    const move = nextSession(state, event)
    state = move.state
    const wasMember = before === 'logged_in' || before === 'terms_pending'
    if (wasMember && state === 'anonymous') around.onLoggedOut()
    return effects[move.effect]()
  }

  const effects: Record<SessionEffect, () => Promise<boolean>> = {
    none: async () => state === 'logged_in' || state === 'anonymous',
    async ask_for_terms() {
      around.askForTerms()
      return false
    },
    async reload_to_login() {
      around.reloadToLogin()
      return false
    },
    login_anonymously: loginAnonymously,
  }

  async function validate(): Promise<boolean> {
    try {
      const { scope } = await http.get<{ scope: 'public' | 'full' }>('/v3/oauth2/validate', {
        noValidate: true,
      })
      return await take(scope === 'full' ? 'validated_full' : 'validated_public')
    } catch (error) {
      // Not reached is no verdict on the session: the member stays logged in and may try again.
      if (!(error instanceof ProductError) || error.code === 'unavailable') return false
      return take(error.code === 'terms_not_accepted' ? 'terms_not_accepted' : 'validation_failed')
    }
  }

  async function loginAnonymously(): Promise<boolean> {
    try {
      await http.post('/v3/oauth2/authenticate', { grant_type: 'client_credentials' }, { noValidate: true })
      return await take('anonymous_login_done')
    } catch (error) {
      if (error instanceof ProductError && error.code === 'unavailable') return false
      return take('anonymous_login_failed')
    }
  }

  function renew(act: () => Promise<boolean>): Promise<boolean> {
    renewing ??= act().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  return {
    async ready() {
      await renewing
    },
    async handleUnauthorized(path, reason) {
      // Another tab may have logged in or out since.
      if (!renewing) state = followCookie(state, around.isLoggedIn())
      counts = countUnauthorized(counts, path)
      const step = onUnauthorized({ path, state, reason, count: counts[path] ?? 1 })
      if (step === 'validate_then_retry') return renew(validate)
      if (step === 'login_anonymously_then_retry') return renew(loginAnonymously)
      if (step === 'reload_to_login') await take('validation_failed')
      return false
    },
    handleAnswer(path) {
      counts = resetUnauthorized(counts, path)
    },
  }
}

function followCookie(state: SessionState, isLoggedIn: boolean): SessionState {
  const isMember = state === 'logged_in' || state === 'terms_pending'
  if (isLoggedIn === isMember) return state
  return isLoggedIn ? 'logged_in' : 'anonymous'
}
