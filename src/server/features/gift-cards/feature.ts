import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { accountErased } from '../identity/service.ts'
import { feature, removedBy } from '../manifest.ts'
import { orderPaid } from '../orders/events.ts'
import { buy, giveBack } from './actions.ts'
import { eraseCardMails } from './erasing.ts'
import { deliverGiftCardsJob } from './jobs.ts'
import { giftCardBackMail, giftCardBoughtMail, giftCardMail } from './mails.ts'
import { giftCardsPersonalData } from './personal-data.ts'
import { shop } from './reads.ts'
import { emptyOldLetters } from './retention-queries.ts'
import { deliverGiftCards, makeCard } from './selling.ts'

/** Gift cards that are bought: paid like anything else, sent on their day, given back while nobody has redeemed them. */
export const giftCards = feature({
  name: 'gift-cards',
  actions: [buy, giveBack],
  reads: [shop],
  jobs: [worker(deliverGiftCardsJob, deliverGiftCards, { cron: '9 * * * *' })],
  on: [
    on(orderPaid, 'now', 'gift-cards.make', makeCard),
    on(accountErased, 'now', 'gift-cards.erase', eraseCardMails),
  ],
  mails: [giftCardMail, giftCardBoughtMail, giftCardBackMail],
  tables: ['gift_card_sale'],
  personalData: giftCardsPersonalData,
  retention: [removedBy('giftCards', emptyOldLetters)],
})
