import { on } from '#platform/events/event.ts'
import { feature, removedBy } from '#platform/features/manifest.ts'
import { anonymousIdOf } from '#platform/http/visitor/owner.ts'
import { worker } from '#platform/jobs/worker.ts'
import { personLinkUsed } from '#platform/mail/server/events.ts'
import { accountErased, accountSignedIn } from '#shop/people/identity/server/service.ts'
import { subscriptionActions } from './server/actions.ts'
import { followByLink } from './server/by-link.ts'
import { mailFollowDigest } from './server/digest.ts'
import { eraseFollows } from './server/erasing.ts'
import { followChanged } from './server/events.ts'
import { mailFollowDigestJob } from './server/jobs.ts'
import { followDigest } from './server/mails.ts'
import { followPersonalData } from './server/personal-data.ts'
import { anonymousList, feed, list } from './server/reads.ts'
import { deleteOldFollows } from './server/retention-queries.ts'
import { persistFollows } from './server/service.ts'

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
