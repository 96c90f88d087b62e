import { z } from 'zod'
import { requireMember } from '#platform/http/access/access.ts'
import { action } from '#platform/http/access/action.ts'
import type { PermissionName } from '#platform/permissions.ts'
import { url } from '#platform/routing/url.ts'
import { payoutReferenceSchema, payoutSchema } from '../rules/contract.ts'
import type { PayoutStatus } from '../rules/payout.ts'
import { makeBatch } from './bank/batches.ts'
import { sendTransfers } from './bank/transfers.ts'
import { makePayouts } from './making.ts'
import { movePayout } from './moving.ts'
import { toPayout } from './view.ts'

const tag = 'payouts'
const page = 'finance-payouts'

/** One step finance may take with a payout: a call and a button. */
function step(row: {
  name: PermissionName
  summary: string
  word: string
  to: PayoutStatus
  intent: string
}) {
  return action({
    name: row.name,
    summary: row.summary,
    rate: 'write',
    idempotent: 'in-transaction',
    input: z.object({
      reference: payoutReferenceSchema,
      note: z.string().max(2000).optional(),
      /** Of one that failed: not for its account, so the next may go there again. */
      isAccountRight: z.boolean().optional(),
    }),
    run: (context, { reference, note, isAccountRight }) =>
      movePayout(context, { reference, to: row.to, note, isAccountRight }),
    api: {
      method: 'post',
      path: `/v1/payouts/{reference}/${row.word}`,
      tag,
      output: payoutSchema,
      reply: (payout) => ({ data: toPayout(payout) }),
    },
    form: {
      page,
      intent: row.intent,
      done: (_done, { context: { world } }) => `${url(page, { world })}#done`,
    },
  })
}

export const approve = step({
  name: 'payout.approve',
  summary: 'Lets a payout go into the next file for the bank',
  word: 'approval',
  to: 'approved',
  intent: 'approve-payout',
})

export const hold = step({
  name: 'payout.hold',
  summary: 'Holds a payout back until somebody has looked at it; its seller reads why',
  word: 'hold',
  to: 'held',
  intent: 'hold-payout',
})

export const refuse = step({
  name: 'payout.refuse',
  summary: 'Does not send a payout: its sum is in the seller’s balance again',
  word: 'refusal',
  to: 'refused',
  intent: 'refuse-payout',
})

export const settle = step({
  name: 'payout.paid',
  summary: 'Says that a payout left our bank',
  word: 'paid',
  to: 'paid',
  intent: 'payout-paid',
})

export const fail = step({
  name: 'payout.fail',
  summary: 'Says that a payout did not arrive or came back: its sum is in the seller’s balance again',
  word: 'failure',
  to: 'failed',
  intent: 'fail-payout',
})

export const batch = action({
  name: 'payout.batch',
  summary: 'Puts everything approved into one file for the bank (pain.001), each payout into one file only',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({ currency: z.enum(['EUR', 'GBP']) }),
  run: (context, { currency }) => makeBatch(context, currency),
  api: {
    method: 'post',
    path: '/v1/payout-batches',
    tag,
    output: z.object({
      id: z.number().int(),
      count: z.number().int(),
      amount: z.number().int(),
      currency: z.string(),
      executionDay: z.string(),
      createdAt: z.string(),
      madeBy: z.string().nullable(),
    }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page,
    intent: 'make-payout-batch',
    done: (_done, { context: { world } }) => `${url(page, { world })}#files`,
  },
})

export const transfer = action({
  name: 'payout.transfer',
  summary: 'Sends everything approved of sellers who are paid out by transfer of the payment provider',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({}),
  run: async (context) => ({ sent: await sendTransfers(context) }),
  api: { method: 'post', path: '/v1/payouts/transfers', tag, output: z.object({ sent: z.number().int() }) },
  form: {
    page,
    intent: 'send-payout-transfers',
    done: (_done, { context: { world } }) => `${url(page, { world })}#done`,
  },
})

export const run = action({
  name: 'payout.run',
  summary: 'Makes this month’s drafts now; whoever has one gets no second',
  rate: 'write',
  // A seller with a draft gets no second one; one transaction for all drafts would lock every seller's books.
  idempotent: 'repeatable',
  input: z.object({}),
  run: async (context) => ({
    made: await makePayouts(context, new Date(), requireMember(context).accountId),
  }),
  api: { method: 'post', path: '/v1/payouts/run', tag, output: z.object({ made: z.number().int() }) },
  form: {
    page,
    intent: 'run-payouts',
    done: (_done, { context: { world } }) => `${url(page, { world })}#done`,
  },
})
