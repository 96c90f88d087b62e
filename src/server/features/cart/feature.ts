import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { accountSignedIn } from '../identity/service.ts'
import { feature } from '../manifest.ts'
import { mailAbandonedCarts } from './abandoned.ts'
import { addItem, chooseCredits, dropCode, enterVoucher, removeItem } from './actions.ts'
import { cleanCarts } from './cleaning.ts'
import { cleanCartsJob, mailAbandonedCartsJob } from './jobs.ts'
import { abandonedCartMail } from './mails.ts'
import { mergeGuestCart } from './merge.ts'
import { cartPersonalData } from './personal-data.ts'
import { mine, view } from './reads.ts'
import { forget, savedList, saveLater, takeBack } from './saved-actions.ts'
import { cartCookie, cartToken } from './token.ts'

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
