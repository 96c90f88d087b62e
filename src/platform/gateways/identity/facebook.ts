import { createHmac } from 'node:crypto'
import * as oidc from 'openid-client'
import { z } from 'zod'
import { isSameSecret } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import { asked, partyMs } from './failure.ts'
import type { Identity, IdentityProvider } from './identity-provider.ts'

export interface FacebookParty {
  clientId: string
  clientSecret: string
  /** 'https://graph.facebook.com/v23.0' */
  graphUrl: string
  /** 'https://www.facebook.com/v23.0/dialog/oauth' */
  dialogUrl: string
}

const inspectedSchema = z.object({
  data: z.object({ app_id: z.string(), is_valid: z.boolean(), user_id: z.string() }),
})
const personSchema = z.object({ id: z.string(), name: z.string().optional(), email: z.string().optional() })

/** Facebook: OAuth without ID tokens, so that every token is shown to Facebook itself, which says whose app it is for. */
export function createFacebook(party: FacebookParty): IdentityProvider {
  const { clientId, clientSecret, graphUrl, dialogUrl } = party

  function configuration(): oidc.Configuration {
    const server = {
      issuer: new URL(dialogUrl).origin,
      authorization_endpoint: dialogUrl,
      token_endpoint: `${graphUrl}/oauth/access_token`,
    }
    const made = new oidc.Configuration(server, clientId, {}, oidc.ClientSecretPost(clientSecret))
    made.timeout = partyMs / 1000
    if (graphUrl.startsWith('http:')) oidc.allowInsecureRequests(made)
    return made
  }

  async function ask<T>(path: string, parameters: Record<string, string>, schema: z.ZodType<T>): Promise<T> {
    const address = new URL(`${graphUrl}${path}`)
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(partyMs) })
    if (answer.status >= 500) throw new ProductError('unavailable')
    const parsed = schema.safeParse(await answer.json().catch(() => undefined))
    if (!answer.ok || !parsed.success) throw new ProductError('social_failed')
    return parsed.data
  }

  /** A token issued to another app names somebody, too: only one made for ours counts. */
  async function personOf(token: string): Promise<Identity> {
    const inspected = await ask(
      '/debug_token',
      { input_token: token, access_token: `${clientId}|${clientSecret}` },
      inspectedSchema,
    )
    const { app_id: appId, is_valid: isValid, user_id: userId } = inspected.data
    if (!isValid || !isSameSecret(appId, clientId)) throw new ProductError('social_failed')
    const proof = createHmac('sha256', clientSecret).update(token).digest('hex')
    const person = await ask(
      '/me',
      { fields: 'id,name,email', access_token: token, appsecret_proof: proof },
      personSchema,
    )
    if (person.id !== userId) throw new ProductError('social_failed')
    // Facebook does not say whether it has seen the mailbox.
    return { subject: person.id, email: person.email, isEmailVerified: false, name: person.name }
  }

  return {
    name: 'facebook',
    start: (redirectUri, { state, codeVerifier }) =>
      asked(async () => {
        const address = oidc.buildAuthorizationUrl(configuration(), {
          redirect_uri: redirectUri,
          scope: 'email public_profile',
          state,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
        return address.href
      }),
    finish: (redirectUri, answer, { state, codeVerifier }) =>
      asked(async () => {
        const back = new URL(redirectUri)
        back.search = answer.toString()
        const tokens = await oidc.authorizationCodeGrant(configuration(), back, {
          expectedState: state,
          pkceCodeVerifier: codeVerifier,
        })
        return await personOf(tokens.access_token)
      }),
    verify: (token) => asked(() => personOf(token)),
  }
}
