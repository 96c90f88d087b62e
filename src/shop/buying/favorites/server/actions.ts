import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { cartCookies } from '#shop/buying/cart/server/service.ts'
import { favoritesToCart } from './service.ts'

export const toCart = action({
  name: 'favorites.to-cart',
  summary: 'Put every remembered material into the cart that can be bought',
  rate: 'write',
  input: z.object({}),
  run: (context) => favoritesToCart(context),
  form: {
    page: 'favorites',
    intent: 'favorites-to-cart',
    done: (change, { context: { world } }) => ({
      redirect: url('cart', { world }),
      cookies: cartCookies(change),
    }),
  },
})
