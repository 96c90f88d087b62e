import { z } from 'zod'
import { url } from '#routing/url.ts'
import { idSchema } from '#shared/contract/world.ts'
import { action } from '../../http/action.ts'
import { anonymousIdCookie } from '../../http/csrf.ts'
import { cartCookies } from '../cart/service.ts'
import { addFavorite, favoritesToCart, removeFavorite } from './service.ts'

const input = z.object({ materialId: idSchema })

/** Hearts of every page post here; scripts have the calls of subscriptions. */
export const add = action({
  name: 'favorites.add',
  summary: 'Remember a material',
  rate: 'write',
  input,
  run: (context, { materialId }) => addFavorite(context, materialId),
  form: {
    page: 'favorites',
    intent: 'add-favorite',
    done: ({ newAnonymousId }, { context: { world } }) => ({
      redirect: url('favorites', { world }),
      cookies: newAnonymousId === null ? [] : [anonymousIdCookie(newAnonymousId)],
    }),
  },
})

/** Comes back with `?removed=<id>`, so that the page can offer the undo. */
export const remove = action({
  name: 'favorites.remove',
  summary: 'Forget a remembered material',
  rate: 'write',
  input,
  run: (context, { materialId }) => removeFavorite(context, materialId),
  form: {
    page: 'favorites',
    intent: 'remove-favorite',
    done: (_change, { context: { world }, input: { materialId } }) =>
      url('favorites', { world, query: { removed: materialId } }),
  },
})

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
