import { on } from '../../events/event.ts'
import { accountSignedIn } from '../identity/service.ts'
import { feature } from '../manifest.ts'
import { follow as followAction, unfollow } from './actions.ts'
import { followChanged } from './events.ts'
import { followPersonalData } from './personal-data.ts'
import { anonymousList, list } from './reads.ts'
import { persistFollows } from './service.ts'
import { subscriptionActions } from './subscription-actions.ts'

/** Who follows which author. */
export const follow = feature({
  name: 'follow',
  actions: [followAction, unfollow, ...subscriptionActions],
  reads: [list, anonymousList],
  events: [followChanged],
  on: [on(accountSignedIn, 'if-possible', 'follow.persist', persistFollows)],
  tables: ['author_follow'],
  personalData: followPersonalData,
})
