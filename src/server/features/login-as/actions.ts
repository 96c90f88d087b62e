import { z } from 'zod'
import { url } from '#routing/url.ts'
import { action } from '../../http/action.ts'
import { afterActing, afterLogout } from '../identity/service.ts'
import { actAs, stopActing } from './acting.ts'

export const startActing = action({
  name: 'login-as.start',
  summary: 'Act in a member’s name for an hour, with a reason that is kept',
  rate: 'login',
  input: z.object({
    member: z.string().trim().max(320).default(''),
    reason: z.string().max(2000).default(''),
  }),
  async run(context, input) {
    return afterActing(context, await actAs(context, input))
  },
  form: {
    page: 'login-as',
    intent: 'login-as',
    done: (cookies, { context: { world } }) => ({ redirect: url('account', { world }), cookies }),
  },
})

export const endActing = action({
  name: 'login-as.stop',
  summary: 'Stop acting in a member’s name',
  rate: 'write',
  input: z.object({}),
  async run(context) {
    await stopActing(context)
    return afterLogout(context)
  },
  form: {
    page: 'account',
    intent: 'stop-acting',
    done: (cookies, { context: { world } }) => ({ redirect: url('login', { world }), cookies }),
  },
})
