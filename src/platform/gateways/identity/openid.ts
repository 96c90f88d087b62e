import { createHash } from 'node:crypto'
import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { ProductError } from '#platform/errors.ts'
import type { SocialProvider } from '#platform/rules/contract/user.ts'
import { asked, partyMs } from './failure.ts'
import type { Identity, IdentityProvider } from './identity-provider.ts'

export interface OpenIdParty {
  name: SocialProvider
  issuer: string
  /** The first is the one of our pages, the others are of our apps. */
  clientIds: readonly [string, ...string[]]
  /** A secret, or a function that makes one for each request (Apple). */
  clientSecret: () => Promise<string> | string
  scope: string
  /** Beside the usual: Apple posts its answer. */
  parameters?: Readonly<Record<string, string>>
  /** Whether the party vouches for the e-mail of a token. */
  isEmailVerified: (claims: JWTPayload) => boolean
  /** Whether an issuer is meant by one that is written with `{tenantid}` (Microsoft). */
  isIssuer?: (issuer: string, claims: JWTPayload) => boolean
}

/** Keys are asked for again when a token names an unknown one, but not for each of many such tokens. */
const keysPauseMs = 1000
/** How old a token may be that an app brings: it was made for this login. */
const oldestToken = '10 minutes'

/**
 * A party that speaks OpenID Connect. The library checks state, nonce, issuer, audience and times; the signature is
 * checked against the party's keys, which are fetched again when a token names one that is not known (key rotation).
 */
export function createOpenIdProvider(party: OpenIdParty): IdentityProvider {
  let discovered: Promise<{ configuration: oidc.Configuration; keys: JWTVerifyGetKey }> | undefined
  let secret = ''

  const clientAuthentication: oidc.ClientAuth = (_server, { client_id: id }, body) => {
    body.set('client_id', id)
    body.set('client_secret', secret)
  }

  /** Once per process; after a failure the next one asks again. */
  function discover() {
    discovered ??= findParty(party, clientAuthentication).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }

  async function configuration(): Promise<oidc.Configuration> {
    secret = await party.clientSecret()
    return (await discover()).configuration
  }

  /** Signature, audience, issuer and age of an ID token. */
  async function claimsOf(token: string, isFresh: boolean): Promise<JWTPayload> {
    const { keys, configuration: found } = await discover()
    const { payload } = await jwtVerify(token, keys, {
      audience: [...party.clientIds],
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['sub', 'exp', 'iat', 'iss'],
      clockTolerance: 60,
      ...(party.isIssuer ? {} : { issuer: found.serverMetadata().issuer }),
      ...(isFresh && { maxTokenAge: oldestToken }),
    })
    if (party.isIssuer && !party.isIssuer(String(payload.iss), payload))
      throw new ProductError('social_failed')
    return payload
  }

  return {
    name: party.name,
    start: (redirectUri, { state, nonce, codeVerifier }) =>
      asked(async () => {
        const address = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: party.scope,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...party.parameters,
        })
        return address.href
      }),
    finish: (redirectUri, answer, { state, nonce, codeVerifier }) =>
      asked(async () => {
        const back = new URL(redirectUri)
        back.search = answer.toString()
        const tokens = await oidc.authorizationCodeGrant(await configuration(), back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = await claimsOf(tokens.id_token ?? '', false)
        if (claims.nonce !== nonce) throw new ProductError('social_failed')
        return identityOf(party, claims, nameInAnswer(answer))
      }),
    verify: (token, nonce) =>
      asked(async () => {
        const claims = await claimsOf(token, true)
        if (!isExpectedNonce(claims.nonce, nonce)) throw new ProductError('social_failed')
        return identityOf(party, claims, undefined)
      }),
  }
}

async function findParty(party: OpenIdParty, authentication: oidc.ClientAuth) {
  const configuration = await oidc.discovery(new URL(party.issuer), party.clientIds[0], {}, authentication, {
    timeout: partyMs / 1000,
    ...(party.issuer.startsWith('http:') && { execute: [oidc.allowInsecureRequests] }),
  })
  const { jwks_uri: keysUri } = configuration.serverMetadata()
  if (keysUri === undefined) throw new ProductError('unavailable')
  return {
    configuration,
    keys: createRemoteJWKSet(new URL(keysUri), {
      timeoutDuration: partyMs,
      cooldownDuration: keysPauseMs,
    }),
  }
}

function identityOf(party: OpenIdParty, claims: JWTPayload, givenName: string | undefined): Identity {
  const { sub, email, name } = claims
  if (typeof sub !== 'string' || sub === '') throw new ProductError('social_failed')
  return {
    // Microsoft's `sub` differs from app to app; its `oid` names the person in their tenant.
    subject: typeof claims.oid === 'string' && claims.tid ? `${claims.tid}.${claims.oid}` : sub,
    email: typeof email === 'string' ? email : undefined,
    isEmailVerified: typeof email === 'string' && party.isEmailVerified(claims),
    name: typeof name === 'string' ? name : givenName,
  }
}

/** Native apps of Apple are asked to send the nonce hashed; both spellings say the same. */
function isExpectedNonce(claimed: unknown, sent: string | undefined): boolean {
  if (claimed === undefined) return true
  if (sent === undefined) return false
  return claimed === sent || claimed === createHash('sha256').update(sent).digest('hex')
}

/** Apple tells a name once, beside the token, as JSON. */
function nameInAnswer(answer: URLSearchParams): string | undefined {
  try {
    const { name } = JSON.parse(answer.get('user') ?? '{}') as {
      name?: { firstName?: unknown; lastName?: unknown }
    }
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string')
    return parts.length > 0 ? parts.join(' ') : undefined
  } catch {
    return undefined
  }
}
