import { keepPasskey, logInWithPasskey, passkeyToMake, passkeyToUse } from './passkeys-api.ts'

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
