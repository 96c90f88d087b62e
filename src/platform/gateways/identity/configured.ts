import { importPKCS8, type JWTPayload, SignJWT } from 'jose'
import type { SocialKeys } from '#platform/env/env.ts'
import { createFacebook } from './facebook.ts'
import type { IdentityProvider, IdentityProviders } from './identity-provider.ts'
import { createOpenIdProvider } from './openid.ts'

/** The identity providers with configured keys; only these are offered. */
export function configuredProviders(social: SocialKeys): IdentityProviders {
  const providers = [google(social), apple(social), microsoft(social), facebook(social)]
  return new Map(providers.flatMap((provider) => (provider ? [[provider.name, provider] as const] : [])))
}

function google({ google: keys }: SocialKeys): IdentityProvider | undefined {
  return (
    keys &&
    createOpenIdProvider({
      name: 'google',
      issuer: keys.issuer,
      clientIds: keys.clientIds,
      clientSecret: () => keys.clientSecret,
      scope: 'openid email profile',
      isEmailVerified,
    })
  )
}

function apple({ apple: keys }: SocialKeys): IdentityProvider | undefined {
  if (keys === undefined) return undefined
  const [clientId] = keys.clientIds
  return createOpenIdProvider({
    name: 'apple',
    issuer: keys.issuer,
    clientIds: keys.clientIds,
    // Apple's secret is a letter we sign ourselves.
    async clientSecret() {
      const key = await importPKCS8(keys.privateKey, 'ES256')
      return await new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keys.keyId })
        .setIssuer(keys.teamId)
        .setSubject(clientId)
        .setAudience(keys.issuer)
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(key)
    },
    scope: 'openid name email',
    // Apple tells name and e-mail only to a page it posts to.
    parameters: { response_mode: 'form_post' },
    isEmailVerified,
  })
}

function microsoft({ microsoft: keys }: SocialKeys): IdentityProvider | undefined {
  return (
    keys &&
    createOpenIdProvider({
      name: 'microsoft',
      issuer: keys.issuer,
      clientIds: keys.clientIds,
      clientSecret: () => keys.clientSecret,
      scope: 'openid email profile',
      // Administrators of a tenant may write any address: only `xms_edov` says that its domain was proven.
      isEmailVerified: ({ xms_edov: isProven }) => isProven === true || isProven === 'true' || isProven === 1,
      ...(/\/(common|organizations|consumers)\//.test(keys.issuer) && {
        isIssuer: (issuer: string, { tid }: JWTPayload) =>
          typeof tid === 'string' && issuer === keys.issuer.replace(/common|organizations|consumers/, tid),
      }),
    })
  )
}

function facebook({ facebook: keys }: SocialKeys): IdentityProvider | undefined {
  return keys && createFacebook(keys)
}

/** Apple writes it as a text. */
function isEmailVerified({ email_verified: isVerified }: JWTPayload): boolean {
  return isVerified === true || isVerified === 'true'
}
