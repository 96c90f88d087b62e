import { url } from '#routing/url.ts'
import { ProductError } from '#shared/errors.ts'
import type { FormHandler, FormInput, FormOutcome } from '../../api/form.ts'
import { type Context, memberOf } from '../../context.ts'
import { savedOnTheWay } from '../saved-searches/forms.ts'
import { afterLogin, afterLogout } from './login.ts'
import { nextPath } from './next-path.ts'
import { confirmRegistration, register, resendConfirmation } from './registration.ts'
import { acceptTerms, authenticate, type Login, logout } from './service.ts'

/**
 * The pages of the session without JavaScript. Each answers with a redirect or with the page again; passwords are
 * never among the values that come back. The hidden field `next` names the page to go on to.
 */

/** Fields `email`, `password`, `next`. With `action=resend`: `email` gets the confirmation mail again. */
export const loginForm: FormHandler = {
  access: 'public',
  rate: 'login',
  body: 'urlencoded',
  handle: (context, form) =>
    answered(form, async () => {
      const { email = '', password = '', next, action } = form.values
      if (action === 'resend') return await resend(context, email)
      const login = await authenticate(
        context,
        { grant_type: 'password', username: email, password, platform: 'web' },
        { ip: form.raw.ip },
      )
      return await arrived(context, login, next)
    }),
}

/** Fields `email`, `password`, `publicName`, `agb` (a checkbox), `next`, `invitation` (a code). */
export const registerForm: FormHandler = {
  access: 'public',
  rate: 'register',
  body: 'urlencoded',
  handle: (context, form) =>
    answered(form, async () => {
      const { email = '', password = '', publicName = '', agb, next, invitation } = form.values
      const input = {
        ...{ email, password, publicName, agb: agb !== undefined && agb !== '' },
        invitation: invitation?.slice(0, 64),
      }
      const registration = await register(context, input, { ip: form.raw.ip })
      if (registration.kind === 'check_mailbox') return mailboxPage(context)
      return await arrived(context, registration.login, next)
    }),
}

/**
 * Opening a mail's link changes nothing, because mail scanners open links: the page has a button that posts here.
 * With `action=resend` and `email` it asks for a new link instead.
 */
export const registerConfirmForm: FormHandler = {
  access: 'public',
  rate: 'register',
  body: 'urlencoded',
  handle: (context, form) =>
    answered(form, async () => {
      if (form.values.action === 'resend') return await resend(context, form.values.email ?? '')
      await confirmRegistration(context, form.params.registrationToken ?? '')
      const { world } = context
      if (memberOf(context) !== undefined) return { redirect: url('account', { world }) }
      return { redirect: url('login', { world, query: { confirmed: 1 } }) }
    }),
}

/** On the account page: `action=logout` ends the session, `action=accept-terms` accepts the terms in force. */
export const accountForm: FormHandler = {
  access: 'member',
  rate: 'write',
  body: 'urlencoded',
  handle: (context, form) =>
    answered(form, async () => {
      const { world } = context
      if (form.values.action === 'accept-terms') {
        await acceptTerms(context)
        return { redirect: goal(context, form.values.next) }
      }
      if (form.values.action !== 'logout') return { problem: 'malformed_request' }
      await logout(context, undefined)
      return { redirect: url('home', { world }), cookies: afterLogout(context) }
    }),
}

async function resend(context: Context, email: string): Promise<FormOutcome> {
  await resendConfirmation(context, email)
  return mailboxPage(context)
}

/** The registration page says there: look into your mailbox. */
function mailboxPage(context: Context): FormOutcome {
  return { redirect: url('register', { world: context.world, query: { sent: 1 } }) }
}

/** On to where the person wanted to go, with everything a stranger had. */
async function arrived(context: Context, login: Login, next: string | undefined): Promise<FormOutcome> {
  const cookies = await afterLogin(context, login)
  const asMember = login.member && { ...context, visitor: login.member }
  const saved = asMember?.visitor.agbAccepted ? await savedOnTheWay(asMember, nextPath(next)) : undefined
  return { redirect: saved ?? goal(context, next), cookies }
}

function goal(context: Context, next: string | undefined): string {
  return nextPath(next) ?? url('account', { world: context.world })
}

/** A problem a person can do something about becomes the page again; the door deals with everything else. */
async function answered(form: FormInput, act: () => Promise<FormOutcome>): Promise<FormOutcome> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ProductError) || error.code === 'unauthorized') throw error
    const { password: _, ...values } = form.values
    // The page's field is called `email`, the API's `username`.
    const { username, ...fields } = error.fields ?? {}
    return { problem: error.code, fields: username ? { ...fields, email: username } : fields, values }
  }
}
