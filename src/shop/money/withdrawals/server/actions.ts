import { z } from 'zod'
import { action, type FormDone } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { confirmStatement, readStatement } from './statement.ts'

const input = z.object({
  name: z.string().max(200).default(''),
  /** The order's number, as the confirmation by mail has it. */
  number: z.string().max(120).default(''),
  email: z.string().max(320).default(''),
})

/** The first step: shown again as it will be declared, with the button that declares it. */
export const state = action({
  name: 'withdrawal.state',
  summary: 'Checks a statement of withdrawal; nothing is declared yet',
  rate: 'write',
  input,
  run: async (_context, typed) => readStatement(typed),
  form: {
    page: 'withdrawal',
    intent: 'state-withdrawal',
    done: (statement): FormDone => ({ typed: { ...statement }, result: statement }),
  },
})

export const confirm = action({
  name: 'withdrawal.confirm',
  summary:
    'Declares the withdrawal from a contract; the receipt goes to the address, whether or not there is such an order',
  rate: 'register',
  input,
  run: (context, typed) => confirmStatement(context, typed),
  api: {
    method: 'post',
    path: '/v1/withdrawals',
    tag: 'orders',
    output: z.object({ receivedAt: z.string() }),
    reply: (data) => ({ status: 202, data }),
  },
  form: {
    page: 'withdrawal',
    intent: 'confirm-withdrawal',
    done: (_result, { context: { world } }) => `${url('withdrawal', { world })}#received`,
  },
})
