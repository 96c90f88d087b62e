import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { afterActing, afterLogout, afterOwnSession } from '#shop/people/identity/server/service.ts'
import { actAs, stopActing } from './acting.ts'

export const startActing = action({
  name: 'login-as.start',
  summary: 'Act in a member’s name for an hour, with a reason that is kept; a name is looked up first',
  rate: 'login',
  input: z.object({
    member: z.string().trim().max(320).default(''),
    reason: z.string().max(2000).default(''),
    /** One of those that were found, by number. */
    chosen: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
  }),
  async run(context, { chosen, member, reason }) {
    const done = await actAs(context, { member: chosen ?? member, reason })
    return 'found' in done ? done : { cookies: afterActing(context, done) }
  },
  form: {
    page: 'login-as',
    intent: 'login-as',
    done: (done, { context: { world }, values }) =>
      'found' in done
        ? { typed: { ...values }, result: done.found }
        : { redirect: url('account', { world }), cookies: done.cookies },
  },
})

export const endActing = action({
  name: 'login-as.stop',
  summary: 'Stop acting in a member’s name',
  rate: 'write',
  input: z.object({}),
  async run(context, _input, { headers }) {
    const own = await stopActing(context, context.cookies.read(headers.cookie).own_session)
    return own
      ? { page: 'login-as' as const, cookies: afterOwnSession(context, own) }
      : { page: 'login' as const, cookies: afterLogout(context) }
  },
  form: {
    page: 'account',
    intent: 'stop-acting',
    done: ({ page, cookies }, { context: { world } }) => ({ redirect: url(page, { world }), cookies }),
  },
})
