import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { cartViewSchema, mineSchema } from '../rules/contract.ts'
import { viewCart } from './service.ts'
import { materialForVisitor } from './visitor-material.ts'

export const view = read({
  name: 'cart.view',
  summary: 'The cart of the caller, with the prices of today',
  rate: 'read',
  input: z.object({}),
  run: async (context) => ({ items: { cart: await viewCart(context) } }),
  api: { path: '/v1/cart/view', tag: 'cart', output: cartViewSchema },
})

export const mine = read({
  name: 'cart.mine',
  summary: 'What a material is to the caller: owned, in the cart, and what it costs them',
  rate: 'read',
  input: z.object({ materialId: idSchema }),
  run: (context, { materialId }) => materialForVisitor(context, materialId),
  api: { path: '/v1/materials/{materialId}/mine', tag: 'cart', output: mineSchema },
})
