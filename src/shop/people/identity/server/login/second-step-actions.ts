import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { action } from '#platform/http/access/action.ts'
import { isBrowser } from '#platform/http/access/csrf.ts'
import { authenticateResultSchema } from '#platform/rules/contract/user.ts'
import { passkeyUsedSchema } from '#shop/people/account-security/rules/contract.ts'
import { accountOfPasskey } from '#shop/people/account-security/server/service.ts'
import { findAccount } from '../queries.ts'
import { type Login, openSession, requireConfirmed } from '../sessions/sessions.ts'
import { afterLogin, arrived, clientOf } from './login.ts'
import { tellOfNewDevice } from './new-device.ts'
import { finishLogin } from './pending-login.ts'

export const takeSecondStep = action({
  name: 'session.second-step',
  summary: 'The second step of a login: a code of the app or a recovery code',
  rate: 'login',
  input: z.object({
    pending: z.string().max(1000).default(''),
    code: z.string().max(40).default(''),
    next: z.string().optional(),
  }),
  async run(context, input, request) {
    const client = clientOf(context, request)
    const login = await finishLogin(context, { ...input, next: input.next })
    await tellOfNewDevice(context, login, client)
    return { login, cookies: afterLogin(context, login, client) }
  },
  form: {
    page: 'login',
    intent: 'second-step',
    done: ({ login, cookies }, { context, values }) => ({
      redirect: arrived(context, login, values.next),
      cookies,
    }),
  },
})

export const logInWithPasskey = action({
  name: 'session.passkey',
  summary: 'Log in with a passkey; nothing has to be typed',
  rate: 'login',
  input: z.object({ credential: passkeyUsedSchema, next: z.string().optional() }),
  async run(context, { credential, next }, request) {
    const client = clientOf(context, request)
    const login = await openWithPasskey(context, credential as AuthenticationResponseJSON, next)
    await tellOfNewDevice(context, login, client)
    return {
      login,
      goTo: arrived(context, login, next),
      cookies: afterLogin(context, login, client),
      isBrowser: isBrowser(request.headers),
    }
  },
  api: {
    method: 'post',
    path: '/v1/passkeys/login',
    tag: 'session',
    output: authenticateResultSchema.extend({ goTo: z.string() }),
    reply: ({ login, goTo, cookies, isBrowser }) => ({
      data: {
        access_token: login.token,
        token_type: 'Bearer' as const,
        expires_in: login.expiresInSeconds,
        scope: login.scope,
        oauth_user_id: login.member?.accountId ?? null,
        goTo,
      },
      cookies: isBrowser ? cookies : [],
      headers: { 'Cache-Control': 'no-store' },
    }),
  },
})

async function openWithPasskey(
  context: Context,
  response: AuthenticationResponseJSON,
  next: string | undefined,
): Promise<Login> {
  const account = await findAccount(context.db, await accountOfPasskey(context, response))
  if (account === undefined || account.disabled_at !== null) throw new ProductError('second_factor_wrong')
  requireConfirmed(account)
  return await openSession(context, account, { grantType: 'passkey', next, secondFactor: true })
}
