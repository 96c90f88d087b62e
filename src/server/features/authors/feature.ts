import { feature } from '../manifest.ts'
import { authorActions, ownDetails } from './actions.ts'
import { authorDomainsState } from './domains.ts'
import { authorChanged } from './events.ts'
import { personalData } from './personal-data.ts'

/** Author pages, their profiles, sections, pictures and domains. */
export const authors = feature({
  name: 'authors',
  actions: authorActions,
  reads: [ownDetails],
  events: [authorChanged],
  states: [authorDomainsState],
  tables: ['author_profile', 'author_section', 'author_section_item', 'author_trader', 'author_domain'],
  personalData,
})
