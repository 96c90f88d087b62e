import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { giftCardOrderSchema } from '#shop/buying/credits/rules/contract.ts'
import { returnGiftCard } from './selling.ts'
import { buyGiftCard, payOrderedCard } from './service.ts'

export const buy = action({
  name: 'gift-card.buy',
  summary: 'Orders a gift card; answers where to pay. Its code exists once it is paid',
  rate: 'write',
  idempotent: { resume: (context, reference) => payOrderedCard(context, reference) },
  input: giftCardOrderSchema,
  run: buyGiftCard,
  api: {
    method: 'post',
    path: '/v1/gift-cards/sales',
    tag: 'credits',
    output: z.object({ reference: z.string(), redirectUrl: z.string() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'gift-cards',
    intent: 'buy-gift-card',
    done: ({ redirectUrl }) => redirectUrl,
  },
})

export const giveBack = action({
  name: 'gift-card.give-back',
  summary: 'Gives back a gift card nobody has redeemed; the money goes the way it came',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({ reference: z.string().regex(/^[0-9a-f]{32}$/) }),
  run: (context, { reference }) => returnGiftCard(context, reference),
  api: {
    method: 'post',
    path: '/v1/gift-cards/sales/{reference}/return',
    tag: 'credits',
    output: z.object({ reference: z.string(), amount: z.number().int(), currency: z.string() }),
  },
  form: {
    page: 'gift-cards',
    intent: 'return-gift-card',
    done: (_back, { context: { world } }) => `${url('gift-cards', { world })}#returned`,
  },
})
