import type { SocialProvider } from '#platform/rules/contract/user.ts'

/** Who somebody is at another party: its own name for them counts, never their e-mail. */
export interface Identity {
  subject: string
  email: string | undefined
  /** The party vouches that the mailbox is theirs. */
  isEmailVerified: boolean
  name: string | undefined
}

/** One way through another party's login page, kept by the browser until it is back. */
export interface Journey {
  state: string
  nonce: string
  codeVerifier: string
}

/** A party whose accounts may open ours. */
export interface IdentityProvider {
  name: SocialProvider
  /** The address of the party's login page. @throws ProductError('unavailable') */
  start(redirectUri: string, journey: Journey): Promise<string>
  /**
   * Who came back to `redirectUri` with `answer`. @throws ProductError social_failed for an answer that does not fit the
   * journey or was not meant for us, unavailable when the party cannot be asked
   */
  finish(redirectUri: string, answer: URLSearchParams, journey: Journey): Promise<Identity>
  /**
   * Who an app of ours brings a token of: an ID token, or Facebook's access token. It has to be made for our app.
   * @throws ProductError social_failed, unavailable
   */
  verify(token: string, nonce: string | undefined): Promise<Identity>
}

export type IdentityProviders = ReadonlyMap<SocialProvider, IdentityProvider>
