import type { Context } from '#platform/context/context.ts'
import type { CookieChange } from '#platform/context/cookies.ts'
import { newToken } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import { nextPath } from '#platform/routing/next-path.ts'
import { url } from '#platform/routing/url.ts'
import type { SocialProvider } from '#platform/rules/contract/user.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { Login } from '#shop/people/identity/server/service.ts'
import { journeyCookie, type SocialJourney } from './journey.ts'
import { logInFromElsewhere } from './log-in.ts'

/** Where a visitor goes to log in at another party, and what their browser keeps until they are back. */
export async function startJourney(
  context: Context,
  provider: SocialProvider,
  next: string | undefined,
): Promise<{ to: string; cookie: CookieChange }> {
  const party = context.identityProviders.get(provider)
  if (party === undefined) throw new ProductError('not_found')
  const journey: SocialJourney = {
    provider,
    world: context.world,
    next: nextPath(next),
    state: newToken(),
    nonce: newToken(),
    codeVerifier: newToken(),
  }
  const to = await party.start(redirectUri(context, provider, context.world), journey)
  return { to, cookie: journeyCookie(journey, context.env.secret) }
}

/** Logs in who is back. @throws ProductError social_failed, and what `logInFromElsewhere` throws */
export async function endJourney(
  context: Context,
  journey: SocialJourney,
  answer: URLSearchParams,
): Promise<Login> {
  const { provider, world, next } = journey
  const party = context.identityProviders.get(provider)
  if (party === undefined) throw new ProductError('not_found')
  const identity = await party.finish(redirectUri(context, provider, world), answer, journey)
  return await logInFromElsewhere({ ...context, world }, provider, identity, { platform: 'web', next })
}

/** As it is registered at the party, sign by sign. Microsoft's is a page of each world (specification 2). */
function redirectUri({ env }: Context, provider: SocialProvider, world: LiveWorldCode): string {
  if (provider === 'microsoft') return env.siteUrl + url('microsoft-redirect', { world })
  return `${env.siteUrl}/api/v3/oauth2/callback/${provider}`
}
