import { z } from 'zod'
import {
  authenticateInputSchema,
  authenticateResultSchema,
  registerInputSchema,
  userSchema,
  validateResultSchema,
} from '#shared/contract/user.ts'
import { bearerToken } from '../../api/access.ts'
import { checkNotForeign, isBrowser } from '../../api/csrf.ts'
import { type Endpoint, endpoint } from '../../api/endpoint.ts'
import { afterLogin, afterLogout } from './login.ts'
import { confirmRegistration, register, resendConfirmation } from './registration.ts'
import { acceptTerms, authenticate, currentUser, logout, validate } from './service.ts'

/** The same for every address, known or not: whether one is logged in is told by the cookies alone. */
const acceptedSchema = z.object({ status: z.literal('accepted') })
const accepted = { status: 'accepted' } as const

export const identityEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/v3/oauth2/authenticate',
    summary: 'Log in with a password, or open a public session with client credentials',
    tag: 'session',
    access: 'public',
    terms: 'skipped',
    rate: 'login',
    body: authenticateInputSchema,
    output: authenticateResultSchema,
    async handler(context, { body, raw }) {
      const login = await authenticate(context, body, { ip: raw.ip })
      return {
        data: {
          access_token: login.token,
          token_type: 'Bearer' as const,
          expires_in: login.expiresInSeconds,
          scope: login.scope,
          oauth_user_id: login.member?.accountId ?? null,
        },
        // An app keeps its token itself; a cookie it did not ask for would only put it under the CSRF rules.
        cookies: isBrowser(raw.headers) ? await afterLogin(context, login) : [],
        headers: { 'Cache-Control': 'no-store' },
      }
    },
  }),
  endpoint({
    method: 'get',
    path: '/v3/oauth2/validate',
    summary: 'Whether the session is valid and the terms are accepted',
    tag: 'session',
    access: 'public',
    terms: 'skipped',
    rate: 'read',
    output: validateResultSchema,
    async handler(context, { raw }) {
      return {
        data: validate(context, bearerToken(raw.headers.authorization)),
        headers: { 'Cache-Control': 'no-store' },
      }
    },
  }),
  endpoint({
    method: 'get',
    path: '/v3/oauth2/logout',
    summary: 'End the session',
    tag: 'session',
    access: 'public',
    terms: 'skipped',
    rate: 'write',
    output: z.object({ success: z.literal(true) }),
    async handler(context, { raw }) {
      // The specification makes this a GET; a link on another site must not log anybody out all the same.
      checkNotForeign(raw.headers, context.env.siteUrl)
      await logout(context, bearerToken(raw.headers.authorization))
      return { data: { success: true as const }, cookies: afterLogout(context) }
    },
  }),
  endpoint({
    method: 'get',
    path: '/v1/user',
    summary: 'The account of the caller',
    tag: 'user',
    access: 'member',
    terms: 'required',
    rate: 'read',
    output: userSchema,
    async handler(context) {
      return { data: await currentUser(context), headers: { 'Cache-Control': 'no-store' } }
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/user/register',
    summary: 'Open an account; a newcomer is logged in at once, everybody gets the same answer',
    tag: 'user',
    access: 'public',
    terms: 'skipped',
    rate: 'register',
    body: registerInputSchema,
    output: acceptedSchema,
    async handler(context, { body, raw }) {
      const registration = await register(context, body, { ip: raw.ip })
      const isLoggedIn = registration.kind === 'logged_in' && isBrowser(raw.headers)
      return {
        status: 202,
        data: accepted,
        cookies: isLoggedIn ? await afterLogin(context, registration.login) : [],
      }
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/user/register/confirm',
    summary: 'Confirm an e-mail address with the token of the mail; a second time is fine',
    tag: 'user',
    access: 'public',
    terms: 'skipped',
    rate: 'write',
    body: z.object({ token: z.string().max(100) }),
    output: z.object({ status: z.literal('confirmed') }),
    async handler(context, { body }) {
      await confirmRegistration(context, body.token)
      return { data: { status: 'confirmed' as const } }
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/user/register/resend',
    summary: 'Send the confirmation mail again, if there is something to confirm',
    tag: 'user',
    access: 'public',
    terms: 'skipped',
    rate: 'register',
    body: z.object({ email: z.string().max(320).optional() }),
    output: acceptedSchema,
    async handler(context, { body }) {
      await resendConfirmation(context, body.email)
      return { status: 202, data: accepted }
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/agb',
    summary: 'Accept the terms in force',
    tag: 'user',
    access: 'member',
    terms: 'skipped',
    rate: 'write',
    output: z.object({ isAgbAccepted: z.literal(true) }),
    async handler(context) {
      await acceptTerms(context)
      return { data: { isAgbAccepted: true as const } }
    },
  }),
]
