import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { accountSignedIn } from '../identity/service.ts'
import { feature } from '../manifest.ts'
import { change, keepSearch, remove, restore } from './actions.ts'
import { mailSavedSearches } from './daily-mail.ts'
import { mailSavedSearchesJob } from './jobs.ts'
import { savedSearchNews } from './mails.ts'
import { saveOnTheWay } from './on-the-way.ts'
import { personalData } from './personal-data.ts'
import { list } from './reads.ts'

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
