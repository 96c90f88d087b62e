import { z } from 'zod'
import { bearerToken } from '#platform/http/access/access.ts'
import { read } from '#platform/http/access/action.ts'
import { csrfPath } from '#platform/http/access/csrf.ts'
import { userSchema, validateResultSchema } from '#platform/rules/contract/user.ts'
import { currentUser } from './account/account.ts'
import { validate } from './sessions/sessions.ts'

const noStore = { 'Cache-Control': 'no-store' }

/** Gives a browser its `csrf` cookie before its first change; app.ts adds the cookie itself. */
export const csrfToken = read({
  name: 'session.csrf',
  summary: 'Sets the csrf cookie that changing calls repeat in X-CSRF-Token',
  rate: 'read',
  input: z.object({}),
  run: async () => ({ ready: true as const }),
  api: { path: csrfPath, tag: 'session', output: z.object({ ready: z.literal(true) }) },
})

export const validateSession = read({
  name: 'session.validate',
  summary: 'Whether the session is valid and the terms are accepted',
  rate: 'read',
  input: z.object({}),
  run: async (context, _input, { headers }) => validate(context, bearerToken(headers.authorization)),
  api: {
    path: '/v3/oauth2/validate',
    tag: 'session',
    output: validateResultSchema,
    refusalStatus: 401,
    reply: (data) => ({ data, headers: noStore }),
  },
})

export const user = read({
  name: 'account.view',
  summary: 'The account of the caller',
  rate: 'read',
  input: z.object({}),
  run: async (context) => await currentUser(context),
  api: {
    path: '/v1/user',
    tag: 'user',
    output: userSchema,
    reply: (data) => ({ data, headers: noStore }),
  },
})
