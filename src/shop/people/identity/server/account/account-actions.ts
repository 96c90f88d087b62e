import { z } from 'zod'
import { type Context, memberOf } from '#platform/context/context.ts'
import { action } from '#platform/http/access/action.ts'
import { isBrowser } from '#platform/http/access/csrf.ts'
import { url } from '#platform/routing/url.ts'
import { registerInputSchema } from '#platform/rules/contract/user.ts'
import { afterLogin, arrived, clientOf, goalOf } from '../login/login.ts'
import { acceptTerms } from './account.ts'
import { confirmRegistration, register, resendConfirmation } from './registration.ts'

/** The same for every address, known or not: whether one is logged in is told by the cookies alone. */
const acceptedSchema = z.object({ status: z.literal('accepted') })
const accepted = { status: 202, data: { status: 'accepted' as const } }

export const openAccount = action({
  name: 'account.register',
  summary: 'Open an account; a newcomer is logged in at once, everybody gets the same answer',
  rate: 'register',
  input: registerInputSchema,
  async run(context, input, request) {
    const client = clientOf(context, request)
    const registration = await register(context, input, client)
    const login = registration.kind === 'logged_in' ? registration.login : undefined
    const cookies = login ? afterLogin(context, login, client) : []
    return { login, cookies, isBrowser: isBrowser(request.headers) }
  },
  api: {
    method: 'post',
    path: '/v1/user/register',
    tag: 'user',
    output: acceptedSchema,
    reply: ({ cookies, isBrowser }) => ({ ...accepted, cookies: isBrowser ? cookies : [] }),
  },
  form: {
    page: 'register',
    intent: 'register',
    done: ({ login, cookies }, { context, values }) => ({
      redirect: login ? arrived(context, login, values.next) : mailboxPage(context),
      cookies,
    }),
  },
})

/**
 * Opening a mail's link changes nothing, because mail scanners open links: the page has a button that posts here.
 */
export const confirmAddress = action({
  name: 'account.confirm',
  summary: 'Confirm an e-mail address with the token of the mail; a second time is fine',
  rate: 'write',
  input: z.object({ token: z.string().max(100) }),
  run: async (context, { token }) => await confirmRegistration(context, token),
  api: {
    method: 'post',
    path: '/v1/user/register/confirm',
    tag: 'user',
    output: z.object({ status: z.literal('confirmed') }),
    reply: () => ({ data: { status: 'confirmed' as const } }),
  },
  form: {
    page: 'register-confirm',
    intent: 'confirm-address',
    fromAddress: { token: 'registrationToken' },
    done: (_result, { context }) =>
      memberOf(context)
        ? `${url('account', { world: context.world })}#confirmed`
        : url('login', { world: context.world, query: { confirmed: 1 } }),
    failed: ({ code }) =>
      code === 'link_expired' || code === 'not_found' ? { problem: 'link_expired' } : undefined,
  },
})

export const sendConfirmationAgain = action({
  name: 'account.resend-confirmation',
  summary: 'Send the confirmation mail again, if there is something to confirm',
  rate: 'register',
  input: z.object({ email: z.string().max(320).optional() }),
  run: async (context, { email }) => await resendConfirmation(context, email),
  api: {
    method: 'post',
    path: '/v1/user/register/resend',
    tag: 'user',
    output: acceptedSchema,
    reply: () => accepted,
  },
  form: {
    page: ['login', 'register-confirm'],
    intent: 'resend-confirmation',
    done: (_result, { context }) => mailboxPage(context),
  },
})

export const acceptTermsInForce = action({
  name: 'terms.accept',
  summary: 'Accept the terms in force',
  rate: 'write',
  input: z.object({}),
  // A page's form names a page; a call of the API none.
  run: async (context, _input, { headers }) =>
    await acceptTerms(context, headers['content-type']?.startsWith('application/json') ? 'api' : 'form'),
  api: {
    method: 'post',
    path: '/v1/agb',
    tag: 'user',
    output: z.object({ isAgbAccepted: z.literal(true) }),
    reply: () => ({ data: { isAgbAccepted: true as const } }),
  },
  form: {
    page: 'account',
    intent: 'accept-terms',
    done: (_result, { context, values }) => goalOf(context, values.next),
  },
})

/** The registration page says there: look into your mailbox. */
function mailboxPage({ world }: Context): string {
  return url('register', { world, query: { sent: 1 } })
}
