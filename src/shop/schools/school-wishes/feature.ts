import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { orderPaid } from '#shop/money/orders/server/events.ts'
import { schoolPlaceChanged } from '#shop/schools/schools/server/events.ts'
import * as actions from './server/actions.ts'
import { wishDecided } from './server/events.ts'
import { personalData } from './server/personal-data.ts'
import * as reads from './server/reads.ts'
import { dropLostVotes, wishesOrdered } from './server/service.ts'

/** What the colleagues of a school want it to buy. */
export const schoolWishes = feature({
  name: 'school-wishes',
  actions: Object.values(actions),
  reads: Object.values(reads),
  events: [wishDecided],
  on: [
    on(orderPaid, 'if-possible', 'school-wishes.ordered', wishesOrdered),
    on(schoolPlaceChanged, 'now', 'school-wishes.votes', dropLostVotes),
  ],
  tables: ['school_wish', 'school_wish_vote'],
  personalData,
})
