import { on } from '../../events/event.ts'
import { anonymousIdOf } from '../../http/owner.ts'
import { worker } from '../../workers/worker.ts'
import { accountSignedIn } from '../identity/service.ts'
import { feature, removedBy } from '../manifest.ts'
import { toCart } from './actions.ts'
import { mailPriceDropsJob } from './jobs.ts'
import { priceDrop } from './mails.ts'
import { favoritesPersonalData } from './personal-data.ts'
import { mailPriceDrops } from './price-drops.ts'
import { schoolWishlist, wishlist } from './reads.ts'
import { deleteOldWishlists } from './retention-queries.ts'
import { persistFavorites } from './service.ts'
import { share, unshare } from './sharing-actions.ts'

/** The wishlist of members, strangers and schools. */
export const favorites = feature({
  name: 'favorites',
  actions: [toCart, share, unshare],
  reads: [wishlist, schoolWishlist],
  on: [
    on(accountSignedIn, 'if-possible', 'favorites.persist', persistFavorites, {
      onlyIf: (context) => anonymousIdOf(context) !== undefined,
    }),
  ],
  jobs: [worker(mailPriceDropsJob, mailPriceDrops, { cron: '53 13 * * *' })],
  mails: [priceDrop],
  tables: ['favorite', 'favorite_share'],
  personalData: favoritesPersonalData,
  retention: [removedBy('lists', deleteOldWishlists)],
})
