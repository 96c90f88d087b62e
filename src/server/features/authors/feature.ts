import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import { authorActions, ownDetails } from './actions.ts'
import { noteAway } from './away.ts'
import { authorDomainsState } from './domains.ts'
import { authorChanged, authorPageChanged, authorRenamed } from './events.ts'
import { noteAwayJob } from './jobs.ts'
import { personalData } from './personal-data.ts'

/** Author pages, their profiles, sections, pictures and domains. */
export const authors = feature({
  name: 'authors',
  actions: authorActions,
  reads: [ownDetails],
  events: [authorChanged, authorRenamed, authorPageChanged],
  states: [authorDomainsState],
  jobs: [worker(noteAwayJob, noteAway, { cron: '*/5 * * * *' })],
  tables: [
    'author_profile',
    'author_section',
    'author_section_item',
    'author_pin',
    'author_trader',
    'author_domain',
  ],
  personalData,
})
