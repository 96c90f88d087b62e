import { on } from '#platform/events/event.ts'
import { feature, removedBy } from '#platform/features/manifest.ts'
import { anonymousIdOf } from '#platform/http/visitor/owner.ts'
import { worker } from '#platform/jobs/worker.ts'
import { accountSignedIn } from '#shop/people/identity/server/service.ts'
import { toCart } from './server/actions.ts'
import { mailPriceDropsJob } from './server/jobs.ts'
import { priceDrop } from './server/mails.ts'
import { favoritesPersonalData } from './server/personal-data.ts'
import { mailPriceDrops } from './server/price-drops.ts'
import { deleteOldWishlists } from './server/queries.ts'
import { schoolWishlist, wishlist } from './server/reads.ts'
import { persistFavorites } from './server/service.ts'
import { share, unshare } from './server/sharing-actions.ts'

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
