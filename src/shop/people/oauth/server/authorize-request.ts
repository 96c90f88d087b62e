import { type ProgramScope, readScopes } from '#platform/scopes.ts'
import type { OauthClient } from './queries.ts'

/** What a program asks a member for at the authorization page, once it has been read and found right. */
export interface AuthorizationRequest {
  client: OauthClient
  redirectUri: string
  state: string | undefined
  codeChallenge: string
  scopes: ProgramScope[]
}

export type ReadRequest =
  /** Nobody may be sent anywhere: the address is not known to be the program's. */
  | { kind: 'unusable' }
  /** The program hears what is wrong. */
  | { kind: 'refused'; to: string }
  | { kind: 'asked'; request: AuthorizationRequest }

type Error =
  | 'invalid_request'
  | 'invalid_scope'
  | 'unsupported_response_type'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'access_denied'
  | 'login_required'
  | 'consent_required'

const challengeForm = /^[\w-]{43}$/
const known = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'request',
  'request_uri',
  'response_mode',
]

/**
 * Reads an authorization request (RFC 6749, 4.1.1, as RFC 9700 wants it): code only, PKCE with S256 always, the redirect
 * address sign by sign one of the program's.
 */
export function readRequest(
  query: URLSearchParams,
  client: OauthClient | undefined,
  issuer: string,
): ReadRequest {
  const one = (name: string) => (query.getAll(name).length === 1 ? (query.get(name) ?? undefined) : undefined)
  const redirectUri = one('redirect_uri')
  if (client === undefined || one('client_id') !== client.id || redirectUri === undefined)
    return { kind: 'unusable' }
  if (!client.redirect_uris.includes(redirectUri) || !URL.canParse(redirectUri)) return { kind: 'unusable' }
  const state = one('state')
  const error = errorOf(query, one)
  if (error !== undefined) return { kind: 'refused', to: answerTo({ redirectUri, state, issuer }, { error }) }
  return {
    kind: 'asked',
    request: {
      ...{ client, redirectUri, state, codeChallenge: one('code_challenge') ?? '' },
      scopes: readScopes(one('scope')) ?? [],
    },
  }
}

function errorOf(query: URLSearchParams, one: (name: string) => string | undefined): Error | undefined {
  if (known.some((name) => query.getAll(name).length > 1)) return 'invalid_request'
  if (query.has('request')) return 'request_not_supported'
  if (query.has('request_uri')) return 'request_uri_not_supported'
  const type = one('response_type')
  if (type === undefined) return 'invalid_request'
  if (type !== 'code') return 'unsupported_response_type'
  if (query.has('response_mode') && one('response_mode') !== 'query') return 'invalid_request'
  if (!challengeForm.test(one('code_challenge') ?? '') || one('code_challenge_method') !== 'S256')
    return 'invalid_request'
  if (readScopes(one('scope')) === undefined) return 'invalid_scope'
  return undefined
}

/** The address a program gets its answer at: its own, with the answer, its state and who we are (RFC 9207). */
export function answerTo(
  { redirectUri, state, issuer }: { redirectUri: string; state: string | undefined; issuer: string },
  answer: { code: string } | { error: Error },
): string {
  const address = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value)
  if (state !== undefined) address.searchParams.set('state', state)
  address.searchParams.set('iss', issuer)
  return address.href
}
