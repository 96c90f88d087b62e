import { z } from 'zod'
import { bearerToken } from '#platform/http/access/access.ts'
import { action } from '#platform/http/access/action.ts'
import { checkNotForeign } from '#platform/http/access/csrf.ts'
import { url } from '#platform/routing/url.ts'
import { afterLogout } from '../login/login.ts'
import { logout } from './sessions.ts'

export const logOut = action({
  name: 'session.logout',
  summary: 'End this session, or with `all` every session of the member',
  rate: 'write',
  input: z.object({ all: z.enum(['0', '1']).optional() }),
  async run(context, { all }, request) {
    // The specification makes this a GET; a link on another site must not log anybody out all the same.
    checkNotForeign(request.headers, context.env.siteUrl)
    const { own_session: parked } = context.cookies.read(request.headers.cookie)
    const bearer = bearerToken(request.headers.authorization)
    await logout(context, { bearer, parked, isEverywhere: all === '1' })
    return afterLogout(context)
  },
  api: {
    method: 'get',
    path: '/v3/oauth2/logout',
    tag: 'session',
    output: z.object({ success: z.literal(true) }),
    reply: (cookies) => ({ data: { success: true as const }, cookies }),
  },
  form: {
    page: 'account',
    intent: 'log-out',
    done: (cookies, { context: { world } }) => ({ redirect: url('home', { world }), cookies }),
  },
})
