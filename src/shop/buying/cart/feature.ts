import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { accountSignedIn } from '#shop/people/identity/server/service.ts'
import { addItem, chooseCredits, dropCode, enterVoucher, removeItem } from './server/actions.ts'
import { cleanCartsJob, mailAbandonedCartsJob } from './server/jobs.ts'
import { abandonedCartMail } from './server/mails.ts'
import { mergeGuestCart } from './server/merge.ts'
import { cartPersonalData } from './server/personal-data.ts'
import { mine, view } from './server/reads.ts'
import { mailAbandonedCarts } from './server/saved/abandoned.ts'
import { cleanCarts } from './server/saved/cleaning.ts'
import { forget, savedList, saveLater, takeBack } from './server/saved/saved-actions.ts'
import { cartCookie, cartToken } from './server/token.ts'

/** The cart of members and strangers, and what a line costs. */
export const cart = feature({
  name: 'cart',
  actions: [addItem, removeItem, enterVoucher, dropCode, chooseCredits, saveLater, takeBack, forget],
  reads: [view, mine, savedList],
  jobs: [
    worker(cleanCartsJob, cleanCarts, { cron: '11 4 * * *' }),
    worker(mailAbandonedCartsJob, mailAbandonedCarts, { cron: '51 * * * *' }),
  ],
  mails: [abandonedCartMail],
  on: [
    on(accountSignedIn, 'if-possible', 'cart.merge', mergeGuestCart, {
      onlyIf: ({ cartToken }) => cartToken !== undefined,
    }),
  ],
  cookies: [cartCookie],
  tokens: [cartToken],
  tables: ['cart', 'cart_item', 'cart_saved', 'cart_awaited'],
  personalData: cartPersonalData,
})
