import { z } from 'zod'
import { url } from '#routing/url.ts'
import { idSchema } from '#shared/contract/world.ts'
import { licences } from '#shared/rules/licence.ts'
import { action } from '../../http/action.ts'
import { addToCart, removeFromCart } from './service.ts'
import { cartCookies } from './token.ts'
import type { CartChange } from './types.ts'

const changeSchema = z.object({
  /** Number of materials in the cart now. */
  count: z.number().int(),
  /** The cart's token, also set as the `c_t` cookie; null for members, whose account leads to the cart. */
  token: z.string().nullable(),
})

const changeReply = (change: CartChange) => ({ data: change, cookies: cartCookies(change) })

/** Also from a material's buy box and from the undo button. */
export const addItem = action({
  name: 'cart.add',
  summary: 'Put a material into the cart; a second time changes nothing but the licence',
  rate: 'write',
  input: z.object({
    materialId: idSchema,
    /** `additional`: for the buyer and one colleague; for who has it already, one colleague more. */
    licence: z.enum(licences).default('single'),
  }),
  run: (context, { materialId, licence }) => addToCart(context, materialId, licence),
  api: { method: 'post', path: '/v1/cart/items', tag: 'cart', output: changeSchema, reply: changeReply },
  form: {
    page: 'cart',
    intent: 'add-to-cart',
    done: (change, { context: { world } }) => ({
      redirect: url('cart', { world }),
      cookies: cartCookies(change),
    }),
  },
})

/** The form comes back with `?removed=<id>`, so that the page can offer the undo. */
export const removeItem = action({
  name: 'cart.remove',
  summary: 'Take a material out of the cart',
  rate: 'write',
  input: z.object({ materialId: idSchema }),
  run: (context, { materialId }) => removeFromCart(context, materialId),
  api: {
    method: 'delete',
    path: '/v1/cart/items/{materialId}',
    tag: 'cart',
    output: changeSchema,
    reply: changeReply,
  },
  form: {
    page: 'cart',
    intent: 'remove-from-cart',
    done: (change, { context: { world }, input: { materialId } }) => ({
      redirect: url('cart', { world, query: { removed: materialId } }),
      cookies: cartCookies(change),
    }),
  },
})
