import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { accountErased, sellerBegan } from '../identity/service.ts'
import { feature, removedBy } from '../manifest.ts'
import { listingPublished, listingWithdrawn } from '../materials/events.ts'
import { authorActions, ownDetails } from './actions.ts'
import { noteAway } from './away.ts'
import { authorDomainsState, authorMirror } from './domains.ts'
import { authorChanged, authorPageChanged, authorRenamed } from './events.ts'
import { noteAwayJob } from './jobs.ts'
import { personalData } from './personal-data.ts'
import { deleteOldTraders } from './retention-queries.ts'
import { countErasedWorks, countWorks, openProfile } from './works.ts'

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
