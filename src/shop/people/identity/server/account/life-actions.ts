import { z } from 'zod'
import { type Context, memberOf } from '#platform/context/context.ts'
import type { ProductError } from '#platform/errors.ts'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { afterLogin, afterLogout, clientOf } from '../login/login.ts'
import { forgotPassword, recoverPassword } from '../login/recovery.ts'
import { closeOwnAccount, keepAccount } from './closing.ts'
import { askEmailChange, finishEmailChange } from './email-change.ts'
import { completeRegistration, inviteMember } from './invited.ts'
import { changePassword, confirmPassword } from './password-change.ts'

const tokenSchema = z.string().max(100)
const passwordSchema = z.string().max(1000).default('')
const emailSchema = z.string().trim().max(320).default('')
const nameSchema = z.string().trim().max(200).default('')

const done = { status: 'done' as const }
/** The answer is the same whatever happened: a mail is on its way, or the address is nobody's. */
const acceptedCall = (path: `/v1/user/${string}`, tag = 'user') => ({
  ...{ method: 'post' as const, path, tag },
  output: z.object({ status: z.literal('accepted') }),
  reply: () => ({ status: 202, data: { status: 'accepted' as const } }),
})
const doneCall = (path: `/v1/user/${string}`, tag = 'user') => ({
  ...{ method: 'post' as const, path, tag },
  output: z.object({ status: z.literal('done') }),
  reply: () => ({ data: done }),
})

type PlainPage = 'login' | 'forgot-password' | 'change-email' | 'change-password' | 'security' | 'my-data'

/** Back to a page that says what was done. */
const redirectTo =
  (page: PlainPage, query: Readonly<Record<string, number>> = {}) =>
  (_result: unknown, { context: { world } }: { context: Context }) =>
    url(page, { world, query })

/** The page of a mail's link says itself that the link has had its time. */
const whenExpired = ({ code }: ProductError) =>
  code === 'link_expired' ? { problem: 'link_expired' as const } : undefined

export const forgot = action({
  name: 'account.forgot-password',
  summary: 'Send the link for a new password, if the address has an account; the answer is always the same',
  rate: 'register',
  input: z.object({ email: emailSchema }),
  run: (context, { email }) => forgotPassword(context, email),
  api: acceptedCall('/v1/user/forgot-password'),
  form: {
    page: 'forgot-password',
    intent: 'forgot-password',
    done: redirectTo('forgot-password', { sent: 1 }),
  },
})

export const recover = action({
  name: 'account.recover',
  summary: 'Set a new password with the secret of the mail; every session of the account ends',
  rate: 'login',
  input: z.object({ token: tokenSchema, password: passwordSchema }),
  run: recoverPassword,
  api: doneCall('/v1/user/recover'),
  form: {
    page: 'password-recovery',
    intent: 'recover-password',
    fromAddress: { token: 'token' },
    done: redirectTo('login', { recovered: 1 }),
    failed: whenExpired,
  },
})

export const complete = action({
  name: 'account.complete',
  summary: 'Take over an account that was opened for one: name, password, terms',
  rate: 'register',
  input: z.object({
    token: tokenSchema,
    publicName: nameSchema,
    password: passwordSchema,
    agb: z.boolean().default(false),
  }),
  async run(context, input, request) {
    const login = await completeRegistration(context, input)
    return afterLogin(context, login, clientOf(context, request))
  },
  form: {
    page: 'complete-registration',
    intent: 'complete-registration',
    fromAddress: { token: 'token' },
    done: (cookies, { context: { world } }) => ({ redirect: url('account', { world }), cookies }),
    failed: whenExpired,
  },
})

export const invite = action({
  name: 'account.invite',
  summary: 'Open an account for somebody, who completes it by the link of a mail',
  rate: 'register',
  input: z.object({ email: emailSchema, publicName: nameSchema }),
  run: inviteMember,
  api: acceptedCall('/v1/user/invite'),
})

export const askForEmail = action({
  name: 'account.change-email',
  summary: 'Ask for another e-mail address; it counts once it is confirmed there',
  rate: 'register',
  input: z.object({ email: emailSchema }),
  run: (context, { email }) => askEmailChange(context, email),
  api: acceptedCall('/v1/user/change-email'),
  form: {
    page: 'change-email',
    intent: 'change-email',
    done: redirectTo('change-email', { sent: 1 }),
  },
})

/** Opening a mail's link changes nothing, because mail scanners open links: the page has a button that posts here. */
export const confirmEmailChange = action({
  name: 'account.confirm-email-change',
  summary: 'Confirm the new address, or take the change back, with the token of either mail',
  rate: 'write',
  input: z.object({ token: tokenSchema }),
  run: (context, { token }) => finishEmailChange(context, token),
  api: doneCall('/v1/user/change-email/confirm'),
  form: {
    page: 'change-email-confirm',
    intent: 'confirm-email-change',
    fromAddress: { token: 'confirmationToken' },
    done({ kind, accountId }, { context }) {
      const { world } = context
      // Whoever is logged in would be led on from the login, and see no word of it.
      if (kind === 'confirm' && memberOf(context)?.accountId === accountId)
        return `${url('account', { world })}#moved`
      return url('login', { world, query: { [kind === 'confirm' ? 'moved' : 'kept']: 1 } })
    },
    failed: whenExpired,
  },
})

export const setNewPassword = action({
  name: 'account.change-password',
  summary: 'Set another password; every other session ends',
  rate: 'login',
  input: z.object({ currentPassword: passwordSchema, password: passwordSchema }),
  run: (context, input, request) => changePassword(context, input, clientOf(context, request)),
  api: doneCall('/v1/user/change-password'),
  form: {
    page: 'change-password',
    intent: 'change-password',
    done: redirectTo('change-password', { changed: 1 }),
    failed: ({ code }) =>
      code === 'invalid_credentials'
        ? { problem: 'invalid_input', fields: { currentPassword: 'invalid_credentials' } }
        : undefined,
  },
})

/** Before something important, where no form of its own asks: the session counts as fresh from then on. */
export const confirmOwnPassword = action({
  name: 'session.confirm-password',
  summary: 'Type the password once more before something important',
  rate: 'login',
  input: z.object({ passwordAgain: passwordSchema }),
  async run(context, { passwordAgain }, request) {
    await confirmPassword(context, passwordAgain, clientOf(context, request))
  },
  api: doneCall('/v1/user/confirm-password', 'session'),
  form: (['security', 'my-data'] as const).map((page) => ({
    page,
    intent: 'confirm-password',
    done: redirectTo(page),
  })),
})

export const closeAccountAction = action({
  name: 'account.close',
  summary: 'Close the own account; it is erased after the days of grace',
  rate: 'write',
  input: z.object({ isSure: z.boolean().default(false) }),
  async run(context, input) {
    await closeOwnAccount(context, input)
    return afterLogout(context)
  },
  api: { ...doneCall('/v1/user/close'), reply: (cookies) => ({ data: done, cookies }) },
  form: {
    page: 'delete-account',
    intent: 'close-account',
    done: (cookies, { context: { world } }) => ({
      redirect: url('login', { world, query: { closed: 1 } }),
      cookies,
    }),
  },
})

export const keepAccountAction = action({
  name: 'account.keep',
  summary: 'Keep an account that was closed, with the token of the mail',
  rate: 'write',
  input: z.object({ token: tokenSchema }),
  run: (context, { token }) => keepAccount(context, token),
  form: {
    page: 'keep-account',
    intent: 'keep-account',
    fromAddress: { token: 'token' },
    done: redirectTo('login', { reopened: 1 }),
    failed: whenExpired,
  },
})
