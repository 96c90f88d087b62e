import { http } from '#platform/browser/client.ts'
import type { User } from '#platform/rules/contract/user.ts'

type Options = Record<string, unknown>

/** What an authenticator is asked to make a passkey of. */
export function passkeyToMake(): Promise<Options> {
  return http.post<Options>('/v1/passkeys/options', {})
}

/** Keeps a passkey that was made. */
export function keepPasskey(credential: unknown): Promise<unknown> {
  return http.post('/v1/passkeys', { credential })
}

/** What an authenticator is asked to sign. */
export function passkeyToUse(): Promise<Options> {
  return http.post<Options>('/v1/passkeys/challenge', {}, { noValidate: true })
}

/** Logs in with what was signed; answers where to go on. */
export function logInWithPasskey(
  credential: unknown,
  next: string | undefined,
): Promise<{ goTo: string; oauth_user_id: User['id'] | null }> {
  return http.post('/v1/passkeys/login', { credential, ...(next ? { next } : {}) }, { noValidate: true })
}
