import { createSubscriptions } from './subscriptions.ts'
import { queryWishlist } from './subscriptions-api.ts'

const favorites = createSubscriptions({
  type: 'material',
  name: 'favorites',
  query: queryWishlist,
  toasts: { full: 'favoritesFull', removed: 'favoriteRemoved', unchanged: 'favoritesUnchanged' },
})

/** Remembered materials. */
export const {
  $ids: $favorites,
  $total: $favoritesTotal,
  $known: $knownFavorites,
  $stateOf: $favoriteState,
  load: loadFavorites,
  set: setFavorite,
} = favorites
