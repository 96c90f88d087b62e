import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { giftCardShopSchema } from '#shop/buying/credits/rules/contract.ts'
import { giftCardShop } from './service.ts'

export const shop = read({
  name: 'gift-card.own',
  summary: 'Which gift cards there are to buy, and those the caller has bought',
  rate: 'read',
  input: z.object({}),
  run: (context) => giftCardShop(context),
  api: { path: '/v1/gift-cards/sales', tag: 'credits', output: giftCardShopSchema },
})
