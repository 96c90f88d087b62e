import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { accountErased } from '#shop/people/identity/server/service.ts'
import * as actions from './server/actions.ts'
import { schoolPlaceChanged } from './server/events.ts'
import { cleanInvitations } from './server/inviting.ts'
import { cleanInvitationsJob } from './server/jobs.ts'
import * as mails from './server/mails.ts'
import { personalData } from './server/personal-data.ts'
import * as reads from './server/reads.ts'
import { passSchoolOn } from './server/succession.ts'

/** Schools: founding and proving them, who belongs to them and who is invited. */
export const schools = feature({
  name: 'schools',
  actions: Object.values(actions),
  reads: Object.values(reads),
  jobs: [worker(cleanInvitationsJob, cleanInvitations, { cron: '41 3 * * *' })],
  mails: Object.values(mails),
  events: [schoolPlaceChanged],
  on: [on(accountErased, 'now', 'schools.pass-on', passSchoolOn)],
  tables: ['school', 'school_account', 'school_proof', 'school_invitation'],
  personalData,
})
