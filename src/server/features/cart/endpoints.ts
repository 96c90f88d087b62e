import { z } from 'zod'
import { cartViewSchema, mineSchema } from '#shared/contract/cart.ts'
import { idSchema } from '#shared/contract/world.ts'
import { localCookieDays } from '#shared/limits.ts'
import { licences } from '#shared/rules/licence.ts'
import { type CookieChange, type Endpoint, endpoint } from '../../api/endpoint.ts'
import { materialForVisitor } from './mine.ts'
import { addToCart, removeFromCart, viewCart } from './service.ts'
import type { CartChange } from './types.ts'

const changeSchema = z.object({
  /** Number of materials in the cart now. */
  count: z.number().int(),
  /** The cart's token, also set as the `c_t` cookie; null for members, whose account leads to the cart. */
  token: z.string().nullable(),
})

/** The cart's cookie, renewed with every change; members need none. */
export function cartCookies(change: CartChange): CookieChange[] {
  if (change.token === null) return []
  return [{ name: 'c_t', value: change.token, maxAgeSeconds: localCookieDays * 86_400 }]
}

export const cartEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/v1/cart/view',
    summary: 'The cart of the caller, with the prices of today',
    tag: 'cart',
    access: 'public',
    terms: 'required',
    rate: 'read',
    output: cartViewSchema,
    async handler(context) {
      return { data: { items: { cart: await viewCart(context) } } }
    },
  }),
  endpoint({
    method: 'get',
    path: '/v1/materials/{id}/mine',
    summary: 'What a material is to the caller: owned, in the cart, and what it costs them',
    tag: 'cart',
    access: 'public',
    terms: 'required',
    rate: 'read',
    params: z.object({ id: idSchema }),
    output: mineSchema,
    handler: async (context, { params }) => ({ data: await materialForVisitor(context, params.id) }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/cart/items',
    summary: 'Put a material into the cart; a second time changes nothing but the licence',
    tag: 'cart',
    access: 'public',
    terms: 'required',
    rate: 'write',
    body: z.object({
      materialId: z.number().int().positive(),
      /** `additional`: for the buyer and one colleague; for who has it already, one colleague more. */
      licence: z.enum(licences).default('single'),
    }),
    output: changeSchema,
    async handler(context, { body }) {
      const change = await addToCart(context, body.materialId, body.licence)
      return { data: change, cookies: cartCookies(change) }
    },
  }),
  endpoint({
    method: 'delete',
    path: '/v1/cart/items/{id}',
    summary: 'Take a material out of the cart',
    tag: 'cart',
    access: 'public',
    terms: 'required',
    rate: 'write',
    params: z.object({ id: idSchema }),
    output: changeSchema,
    async handler(context, { params }) {
      const change = await removeFromCart(context, params.id)
      return { data: change, cookies: cartCookies(change) }
    },
  }),
]
