import { on } from '../../events/event.ts'
import { accountSignedIn } from '../identity/service.ts'
import { feature } from '../manifest.ts'
import { add, remove, toCart } from './actions.ts'
import { favoritesPersonalData } from './personal-data.ts'
import { anonymousWishlist, wishlist } from './reads.ts'
import { persistFavorites } from './service.ts'

/** The wishlist of members and strangers. */
export const favorites = feature({
  name: 'favorites',
  actions: [add, remove, toCart],
  reads: [wishlist, anonymousWishlist],
  on: [on(accountSignedIn, 'if-possible', 'favorites.persist', persistFavorites)],
  tables: ['favorite'],
  personalData: favoritesPersonalData,
})
