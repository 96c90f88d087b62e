import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { giftCardInputSchema, giftCardSchema, grantInputSchema } from '../rules/contract.ts'
import { typedCodeSchema } from '../rules/voucher-contract.ts'
import { issueGiftCard, redeemGiftCard } from './gift-cards.ts'
import { grantCredit } from './service.ts'

export const redeem = action({
  name: 'credit.redeem',
  summary: 'Turns a gift card into credit',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({ code: typedCodeSchema }),
  run: (context, { code }) => redeemGiftCard(context, code),
  api: {
    method: 'post',
    path: '/v1/credits/redeem',
    tag: 'credits',
    output: z.object({ amount: z.number().int(), currency: z.string() }),
  },
  form: {
    page: 'credit',
    intent: 'redeem-gift-card',
    done: (_redeemed, { context: { world } }) => `${url('credit', { world })}#redeemed`,
  },
})

export const issue = action({
  name: 'gift-card.issue',
  summary: 'Issues a gift card; its code is told this once',
  rate: 'write',
  idempotent: 'in-transaction',
  input: giftCardInputSchema,
  run: issueGiftCard,
  api: {
    method: 'post',
    path: '/v1/gift-cards',
    tag: 'credits',
    output: giftCardSchema,
    reply: (data) => ({ status: 201, data }),
  },
})

export const grant = action({
  name: 'credit.grant',
  summary: 'Gives a member credit',
  rate: 'write',
  idempotent: 'in-transaction',
  input: grantInputSchema,
  run: grantCredit,
  api: {
    method: 'post',
    path: '/v1/credits',
    tag: 'credits',
    output: z.object({
      accountId: z.number().int(),
      amount: z.number().int(),
      currency: z.string(),
      expiresAt: z.string(),
    }),
    reply: (data) => ({ status: 201, data }),
  },
})
