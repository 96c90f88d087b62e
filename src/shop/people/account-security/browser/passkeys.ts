import { http } from '#platform/browser/client.ts'
import type { User } from '#platform/rules/contract/user.ts'

/** Whether this browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Asks the device for a passkey and logs in with it. @returns where to go on @throws when it was not to be had */
export async function logInByPasskey(next: string | undefined): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options = await passkeyToUse()
  const credential = await startAuthentication({ optionsJSON: options as never })
  return (await logInWithPasskey(credential, next)).goTo
}

/** Has the device make a passkey and keeps it. @throws when it was not to be had */
export async function addPasskey(): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const options = await passkeyToMake()
  const credential = await startRegistration({ optionsJSON: options as never })
  await keepPasskey(credential)
}

type Options = Record<string, unknown>

/** What an authenticator is asked to make a passkey of. */
function passkeyToMake(): Promise<Options> {
  return http.post<Options>('/v1/passkeys/options', {})
}

/** Keeps a passkey that was made. */
function keepPasskey(credential: unknown): Promise<unknown> {
  return http.post('/v1/passkeys', { credential })
}

/** What an authenticator is asked to sign. */
function passkeyToUse(): Promise<Options> {
  return http.post<Options>('/v1/passkeys/challenge', {}, { noValidate: true })
}

/** Logs in with what was signed; answers where to go on. */
function logInWithPasskey(
  credential: unknown,
  next: string | undefined,
): Promise<{ goTo: string; oauth_user_id: User['id'] | null }> {
  return http.post('/v1/passkeys/login', { credential, ...(next ? { next } : {}) }, { noValidate: true })
}
