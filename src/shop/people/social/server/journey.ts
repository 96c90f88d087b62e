import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CookieChange, CookieType } from '#platform/context/cookies.ts'
import { purposeKey } from '#platform/env/env.ts'
import type { Journey } from '#platform/gateways/identity/identity-provider.ts'
import { nextPath } from '#platform/routing/next-path.ts'
import { type SocialProvider, socialProviders } from '#platform/rules/contract/user.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { worldSchema } from '#platform/rules/contract/world.ts'

declare module '#platform/context/cookies.ts' {
  interface CookieRoles {
    social: string
  }
}

export const socialCookie: CookieType = { name: 'social', readable: false, prefixed: true, maxLength: 2000 }

/** Somebody on the way through another party's login page: kept by their own browser, so that no other can arrive. */
export interface SocialJourney extends Journey {
  provider: SocialProvider
  world: LiveWorldCode
  next: string | undefined
}

/** A login page may be open for so long. */
const seconds = 15 * 60
/** What does not fit into a cookie is not worth keeping. */
const longestNext = 600

/** The cookie of a journey: signed, so that nobody else can plant one of their making. */
export function journeyCookie(journey: SocialJourney, secret: string): CookieChange {
  const { next } = journey
  const payload = { ...journey, next: next && next.length <= longestNext ? next : undefined, at: Date.now() }
  const claim = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return { name: 'social', value: `${claim}.${sign(claim, secret)}`, maxAgeSeconds: seconds }
}

/** The journey of a cookie; undefined for one that is not ours, or too old. */
export function readJourney(cookie: string | undefined, secret: string): SocialJourney | undefined {
  const [claim = '', signature = ''] = cookie?.split('.') ?? []
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(claim, secret))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const { at, ...payload } = JSON.parse(Buffer.from(claim, 'base64url').toString('utf8')) as Record<
    string,
    unknown
  >
  if (typeof at !== 'number' || Date.now() - at > seconds * 1000) return undefined
  const provider = socialProviders.find((name) => name === payload.provider)
  const world = worldSchema.safeParse(payload.world)
  if (provider === undefined || !world.success) return undefined
  return {
    provider,
    world: world.data,
    state: String(payload.state),
    nonce: String(payload.nonce),
    codeVerifier: String(payload.codeVerifier),
    next: nextPath(typeof payload.next === 'string' ? payload.next : undefined),
  }
}

function sign(claim: string, secret: string): string {
  return createHmac('sha256', purposeKey(secret, 'social journey')).update(claim).digest('base64url')
}
