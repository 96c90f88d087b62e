import { on } from '#platform/events/event.ts'
import { feature, removedBy } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { orderPaid } from '#shop/money/orders/server/events.ts'
import { accountErased } from '#shop/people/identity/server/service.ts'
import { buy, giveBack } from './server/actions.ts'
import { eraseCardMails } from './server/erasing.ts'
import { deliverGiftCardsJob } from './server/jobs.ts'
import { giftCardBackMail, giftCardBoughtMail, giftCardMail } from './server/mails.ts'
import { giftCardsPersonalData } from './server/personal-data.ts'
import { shop } from './server/reads.ts'
import { emptyOldLetters } from './server/retention-queries.ts'
import { deliverGiftCards, makeCard } from './server/selling.ts'

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
