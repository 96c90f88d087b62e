import { feature } from '#platform/features/manifest.ts'
import * as actions from './server/actions.ts'
import { schoolPlaceChanged } from './server/events.ts'
import { schoolRemovedMail, schoolUnverifiedMail } from './server/mails.ts'
import { personalData } from './server/personal-data.ts'
import * as reads from './server/reads.ts'

/** Schools and who belongs to them. */
export const schools = feature({
  name: 'schools',
  actions: Object.values(actions),
  reads: Object.values(reads),
  mails: [schoolRemovedMail, schoolUnverifiedMail],
  events: [schoolPlaceChanged],
  tables: ['school', 'school_account'],
  personalData,
})
