import { z } from 'zod'
import { action, read } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { savedForLaterSchema } from '../../rules/contract.ts'
import { changeReply, changeSchema } from '../actions.ts'
import { cartCookies } from '../token.ts'
import { forgetSaved, savedForLater, saveForLater, takeSavedBack } from './saved.ts'

const tag = 'cart'
const input = z.object({ materialId: idSchema })

export const savedList = read({
  name: 'cart.saved',
  summary: 'What the caller keeps beside the cart for later',
  rate: 'read',
  input: z.object({}),
  run: async (context) => ({ items: await savedForLater(context) }),
  api: { path: '/v1/cart/saved', tag, output: z.object({ items: z.array(savedForLaterSchema) }) },
})

export const saveLater = action({
  name: 'cart.save-for-later',
  summary: 'Takes a material out of the cart and keeps it beside it',
  rate: 'write',
  input,
  run: (context, { materialId }) => saveForLater(context, materialId),
  api: { method: 'post', path: '/v1/cart/saved', tag, output: changeSchema, reply: changeReply },
  form: {
    page: 'cart',
    intent: 'save-for-later',
    done: (change, { context: { world } }) => ({
      redirect: `${url('cart', { world })}#kept`,
      cookies: cartCookies(change),
    }),
  },
})

export const takeBack = action({
  name: 'cart.take-saved',
  summary: 'Puts what was kept back into the cart, at the price of today',
  rate: 'write',
  input,
  run: (context, { materialId }) => takeSavedBack(context, materialId),
  api: {
    method: 'post',
    path: '/v1/cart/saved/{materialId}/to-cart',
    tag,
    output: changeSchema,
    reply: changeReply,
  },
  form: {
    page: 'cart',
    intent: 'take-saved',
    done: (change, { context: { world } }) => ({
      redirect: url('cart', { world }),
      cookies: cartCookies(change),
    }),
  },
})

export const forget = action({
  name: 'cart.forget-saved',
  summary: 'Forgets what was kept for later',
  rate: 'write',
  input,
  async run(context, { materialId }) {
    await forgetSaved(context, materialId)
    return { done: true as const }
  },
  api: {
    method: 'delete',
    path: '/v1/cart/saved/{materialId}',
    tag,
    output: z.object({ done: z.literal(true) }),
  },
  form: {
    page: 'cart',
    intent: 'forget-saved',
    done: (_result, { context: { world } }) => url('cart', { world }),
  },
})
