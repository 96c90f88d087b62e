import { on } from '#platform/events/event.ts'
import { feature, removedBy } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { accountErased, sellerBegan } from '#shop/people/identity/server/service.ts'
import { listingPublished, listingWithdrawn } from '#shop/selling/materials/server/events.ts'
import { authorActions, ownDetails } from './server/actions.ts'
import { noteAway } from './server/away.ts'
import { authorDomainsState, authorMirror } from './server/domains.ts'
import { authorChanged, authorPageChanged, authorRenamed } from './server/events.ts'
import { noteAwayJob } from './server/jobs.ts'
import { personalData } from './server/personal-data.ts'
import { deleteOldTraders } from './server/queries.ts'
import { countErasedWorks, countWorks, openProfile } from './server/works.ts'

/** Author pages, their profiles, sections, pictures and domains. */
export const authors = feature({
  name: 'authors',
  actions: authorActions,
  reads: [ownDetails],
  events: [authorChanged, authorRenamed, authorPageChanged],
  states: [authorDomainsState],
  mirror: authorMirror,
  jobs: [worker(noteAwayJob, noteAway, { cron: '*/5 * * * *' })],
  tables: [
    'author_profile',
    'author_section',
    'author_section_item',
    'author_pin',
    'author_trader',
    'author_domain',
  ],
  on: [
    on(sellerBegan, 'now', 'authors.open-profile', openProfile),
    on(listingPublished, 'now', 'authors.count-published', countWorks),
    on(listingWithdrawn, 'now', 'authors.count-withdrawn', countWorks),
    on(accountErased, 'now', 'authors.count-erased', countErasedWorks),
  ],
  personalData,
  retention: [removedBy('traders', deleteOldTraders)],
})
