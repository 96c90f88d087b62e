import { on } from '../../events/event.ts'
import { anonymousIdOf } from '../../http/owner.ts'
import { worker } from '../../workers/worker.ts'
import { accountErased, accountSignedIn } from '../identity/service.ts'
import { personLinkUsed } from '../mail/events.ts'
import { feature, removedBy } from '../manifest.ts'
import { subscriptionActions } from './actions.ts'
import { followByLink } from './by-link.ts'
import { mailFollowDigest } from './digest.ts'
import { eraseFollows } from './erasing.ts'
import { followChanged } from './events.ts'
import { mailFollowDigestJob } from './jobs.ts'
import { followDigest } from './mails.ts'
import { followPersonalData } from './personal-data.ts'
import { anonymousList, feed, list } from './reads.ts'
import { deleteOldFollows } from './retention-queries.ts'
import { persistFollows } from './service.ts'

/** Who follows which author. */
export const follow = feature({
  name: 'follow',
  actions: subscriptionActions,
  reads: [list, anonymousList, feed],
  events: [followChanged],
  on: [
    on(accountSignedIn, 'if-possible', 'follow.persist', persistFollows, {
      onlyIf: (context) => anonymousIdOf(context) !== undefined,
    }),
    on(accountErased, 'now', 'follow.erase', eraseFollows),
    on(personLinkUsed, 'now', 'follow.by-link', followByLink),
  ],
  jobs: [worker(mailFollowDigestJob, mailFollowDigest, { cron: '37 14 * * 0' })],
  mails: [followDigest],
  tables: ['author_follow'],
  personalData: followPersonalData,
  retention: [removedBy('lists', deleteOldFollows)],
})
