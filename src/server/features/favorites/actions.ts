import { z } from 'zod'
import { url } from '#routing/url.ts'
import { action } from '../../http/action.ts'
import { cartCookies } from '../cart/service.ts'
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
