import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import type { CookieChange } from '#platform/context/cookies.ts'
import { type ErrorCode, ProductError } from '#platform/errors.ts'
import { action, type Reply, type RequestFacts, read } from '#platform/http/access/action.ts'
import { checkNotForeign } from '#platform/http/access/csrf.ts'
import { toProductError } from '#platform/http/access/failure.ts'
import { queryOf } from '#platform/http/cache/query-of.ts'
import { expiredCookie } from '#platform/http/send/cookies.ts'
import { url } from '#platform/routing/url.ts'
import { socialProviders } from '#platform/rules/contract/user.ts'
import { afterLogin, arrived, clientOf } from '#shop/people/identity/server/service.ts'
import { readJourney, type SocialJourney } from './journey.ts'
import { endJourney, startJourney } from './journeys.ts'
import { confirmLink } from './log-in.ts'

const providerSchema = z.enum(socialProviders)
const nothing = z.null()

/** Elsewhere, by GET, and kept nowhere. */
function elsewhere(to: string, cookies: CookieChange[] = []): Reply<null> {
  return { status: 303, headers: { Location: to, 'Referrer-Policy': 'no-referrer' }, cookies }
}

export const startSocialLogin = read({
  name: 'social.start',
  summary: 'Leads a browser to the login page of another party',
  rate: 'login',
  input: z.object({ provider: providerSchema, next: z.string().max(2000).optional() }),
  async run(context, { provider, next }, request) {
    checkNotForeign(request.headers, context.env.siteUrl)
    return await startJourney(context, provider, next)
  },
  api: {
    path: '/v3/oauth2/social/{provider}',
    tag: 'session',
    output: nothing,
    reply: ({ to, cookie }) => elsewhere(to, [cookie]),
  },
})

/** What parties answer with; the rest of an answer (`iss`, `session_state`) is handed on as it came. */
const answerSchema = z.object({
  provider: providerSchema,
  code: z.string().max(4000).optional(),
  state: z.string().max(300).optional(),
  error: z.string().max(300).optional(),
  iss: z.string().max(300).optional(),
  user: z.string().max(1000).optional(),
})
type SocialAnswer = z.output<typeof answerSchema>

export const endSocialLogin = read({
  name: 'social.finish',
  summary: 'Where another party sends a browser back to: logs it in and leads on',
  rate: 'login',
  input: answerSchema,
  run: async (context, input, request) => await arrive(context, input, request),
  api: {
    path: '/v3/oauth2/callback/{provider}',
    tag: 'session',
    output: nothing,
    reply: ({ to, cookies }) => elsewhere(to, cookies),
  },
})

/**
 * Apple posts its answer from its own site, so no cookie of ours comes along. It is only passed on: the GET that follows
 * brings them.
 */
export const passOnSocialAnswer = action({
  name: 'social.pass-on',
  summary: 'Where Apple posts its answer to: leads on to the same address by GET',
  rate: 'login',
  input: answerSchema,
  run: async (_context, input) => input,
  api: {
    method: 'post',
    path: '/v3/oauth2/callback/{provider}',
    tag: 'session',
    takesForms: true,
    isOpen: true,
    output: nothing,
    reply: ({ provider, ...answer }) => elsewhere(`/api/v3/oauth2/callback/${provider}?${queryOf(answer)}`),
  },
})

export const confirmSocialLink = action({
  name: 'social.confirm',
  summary: 'Connect an account elsewhere with the token of the mail',
  rate: 'write',
  input: z.object({ token: z.string().max(100) }),
  run: async (context, { token }) => await confirmLink(context, token),
  api: {
    method: 'post',
    path: '/v3/oauth2/social/confirm',
    tag: 'session',
    output: z.object({ status: z.literal('connected') }),
    reply: () => ({ data: { status: 'connected' as const } }),
  },
  form: {
    page: 'social-confirm',
    intent: 'connect',
    fromAddress: { token: 'token' },
    done: (_result, { context: { world } }) => url('login', { world, query: { connected: 1 } }),
    failed: ({ code }) => (code === 'link_expired' ? { problem: 'link_expired' } : undefined),
  },
})

/** However it ends, the person stands on a page of ours that says so. */
async function arrive(
  context: Context,
  { provider, ...answer }: SocialAnswer,
  request: RequestFacts,
): Promise<{ to: string; cookies: CookieChange[] }> {
  const { env } = context
  const journeyClaim = context.cookies.read(request.headers.cookie).social
  const journey = readJourney(journeyClaim, env.secret)
  const cookies = [expiredCookie('social')]
  if (journey === undefined || journey.provider !== provider) {
    return { to: loginPage(context, undefined, 'social_failed'), cookies }
  }
  const there = { ...context, world: journey.world }
  // They changed their mind at the other party: that is no failure.
  if (answer.error === 'access_denied' || answer.error === 'user_cancelled_authorize')
    return { to: loginPage(there, journey, undefined), cookies }
  try {
    const login = await endJourney(there, journey, queryOf(answer))
    const client = clientOf(context, request)
    return {
      to: arrived(there, login, journey.next),
      cookies: [...cookies, ...afterLogin(there, login, client)],
    }
  } catch (error) {
    const { code } = toProductError(error)
    if (code === 'server_error') throw error
    if (code === 'social_failed') context.log.info({ provider, err: causeOf(error) }, 'social login refused')
    return { to: loginPage(there, journey, code), cookies }
  }
}

function loginPage(
  { world }: Context,
  journey: SocialJourney | undefined,
  problem: ErrorCode | undefined,
): string {
  return url('login', { world, query: { next: journey?.next, problem } })
}

function causeOf(error: unknown): string {
  const cause = error instanceof ProductError ? error.cause : undefined
  return cause instanceof Error ? cause.message : 'no reason told'
}
