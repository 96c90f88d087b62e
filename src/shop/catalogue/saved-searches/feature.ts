import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { accountSignedIn } from '#shop/people/identity/server/service.ts'
import { change, keepSearch, remove, restore } from './server/actions.ts'
import { mailSavedSearches } from './server/daily-mail.ts'
import { mailSavedSearchesJob } from './server/jobs.ts'
import { savedSearchNews } from './server/mails.ts'
import { personalData } from './server/personal-data.ts'
import { list } from './server/reads.ts'
import { saveOnTheWay } from './server/save-after-login.ts'

/** Searches members keep, and the daily mail about them. */
export const savedSearches = feature({
  name: 'saved-searches',
  actions: [keepSearch, change, remove, restore],
  reads: [list],
  jobs: [worker(mailSavedSearchesJob, mailSavedSearches, { cron: '19 14 * * *' })],
  mails: [savedSearchNews],
  on: [
    on(accountSignedIn, 'if-possible', 'saved-searches.save-on-the-way', saveOnTheWay, {
      onlyIf: (_context, { next }) => next !== undefined,
    }),
  ],
  tables: ['saved_search'],
  personalData,
})
