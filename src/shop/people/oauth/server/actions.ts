import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { hashToken } from '#platform/env/secrets.ts'
import { action, type Reply } from '#platform/http/access/action.ts'
import { isBrowser } from '#platform/http/access/csrf.ts'
import { queryOf } from '#platform/http/cache/query-of.ts'
import { url } from '#platform/routing/url.ts'
import {
  authenticateInputSchema,
  authenticateResultSchema,
  revokeInputSchema,
  tokenRefusalSchema,
} from '#platform/rules/contract/user.ts'
import {
  afterLogin,
  arrived,
  clientOf,
  type Login,
  pendingLogin,
  tellOfNewDevice,
  tokenForScripts,
} from '#shop/people/identity/server/service.ts'
import { allow, deny } from './consent.ts'
import { type Granted, grant } from './grants.ts'
import { isRefused, type Refused } from './refusal.ts'
import { revokeToken } from './tokens.ts'

const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

export const logIn = action({
  name: 'session.authenticate',
  summary:
    'Open a session: password, social account, authorization code, refresh token or client credentials',
  rate: 'login',
  input: authenticateInputSchema,
  async run(context, input, request) {
    const fromBrowser = isBrowser(request.headers)
    const client = { ...clientOf(context, request), isApp: !fromBrowser }
    const granted = await grant(context, input, client, request.headers.authorization)
    if ('login' in granted) await tellOfNewDevice(context, granted.login, client)
    const cookies = 'login' in granted ? afterLogin(context, granted.login, client) : []
    // An app keeps its token itself; a cookie it did not ask for would only put it under the CSRF rules.
    return { granted, cookies: fromBrowser ? cookies : [], fromBrowser }
  },
  api: {
    method: 'post',
    path: '/v3/oauth2/authenticate',
    tag: 'session',
    takesForms: true,
    output: z.union([authenticateResultSchema, tokenRefusalSchema]),
    reply({ granted, cookies, fromBrowser }, context) {
      if (isRefused(granted)) return refusal(granted)
      return { data: tokenAnswer(context, granted, fromBrowser), cookies, headers: noStore }
    },
  },
  form: {
    page: 'login',
    intent: 'log-in',
    done({ granted, cookies }, { context, values }) {
      if (!('login' in granted)) return { problem: 'invalid_input' }
      return { redirect: arrived(context, granted.login, values.next), cookies }
    },
    failed: (error, { context, values }) => {
      const { code } = error
      if (code === 'account_closed' && 'keepToken' in error)
        return url('keep-account', { world: context.world, token: String(error.keepToken) })
      return code === 'second_factor_required'
        ? {
            problem: code,
            values: { next: values.next ?? '', pending: pendingLogin(context, values.username ?? '') },
          }
        : undefined
    },
  },
})

function tokenAnswer(context: Context, granted: Exclude<Granted, Refused>, fromBrowser: boolean) {
  if ('tokens' in granted) {
    const { token, expiresInSeconds, refreshToken, accountId, scope } = granted.tokens
    const answer = { access_token: token, token_type: 'Bearer' as const, expires_in: expiresInSeconds }
    return { ...answer, refresh_token: refreshToken, scope, oauth_user_id: accountId }
  }
  const { login, refreshToken } = granted
  return {
    ...tokenOf(context, login, fromBrowser),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    token_type: 'Bearer' as const,
    scope: login.scope,
    oauth_user_id: login.member?.accountId ?? null,
  }
}

/** A browser keeps its session in a cookie; its scripts get a token of their own. */
function tokenOf({ env }: Context, login: Login, fromBrowser: boolean) {
  if (!fromBrowser || login.member === undefined)
    return { access_token: login.token, expires_in: login.expiresInSeconds }
  const { oauth_access_token, expires_in } = tokenForScripts(env.secret, hashToken(login.token))
  return { access_token: oauth_access_token, expires_in }
}

function refusal({ refused: error, description }: Refused): Reply<z.input<typeof tokenRefusalSchema>> {
  const isClient = error === 'invalid_client'
  return {
    status: isClient ? 401 : 400,
    data: { error, error_description: description },
    headers: { ...noStore, ...(isClient && { 'WWW-Authenticate': 'Basic realm="Aularium"' }) },
  }
}

export const revoke = action({
  name: 'session.revoke',
  summary: 'RFC 7009: a program that is removed gives its access or refresh token back',
  rate: 'login',
  input: revokeInputSchema,
  run: async (context, input, request) => await revokeToken(context, input, request.headers.authorization),
  api: {
    method: 'post',
    path: '/v3/oauth2/revoke',
    tag: 'session',
    takesForms: true,
    output: z.union([z.object({}), tokenRefusalSchema]),
    reply: (answer) => (isRefused(answer) ? refusal(answer) : { data: {}, headers: noStore }),
  },
})

/** What the authorization page was asked with, as its form sends it back. */
const requestSchema = z.object({
  response_type: z.string().max(100).optional(),
  client_id: z.string().max(100).optional(),
  redirect_uri: z.string().max(2000).optional(),
  scope: z.string().max(200).optional(),
  state: z.string().max(2000).optional(),
  code_challenge: z.string().max(200).optional(),
  code_challenge_method: z.string().max(20).optional(),
})

export const allowProgram = action({
  name: 'oauth.allow',
  summary: 'Let a program into the account',
  rate: 'write',
  input: requestSchema,
  run: async (context, input) => await allow(context, queryOf(input)),
  form: { page: 'authorize', intent: 'allow', done: (to) => ({ redirect: to }) },
})

export const denyProgram = action({
  name: 'oauth.deny',
  summary: 'Keep a program out of the account',
  rate: 'write',
  input: requestSchema,
  run: async (context, input) => await deny(context, queryOf(input)),
  form: { page: 'authorize', intent: 'deny', done: (to) => ({ redirect: to }) },
})
