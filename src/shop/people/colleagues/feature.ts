import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { accountRegistered } from '#shop/people/identity/server/service.ts'
import * as actions from './server/actions.ts'
import { noteInviter } from './server/invitations.ts'
import { cleanRecommendationsJob } from './server/jobs.ts'
import { materialRecommended } from './server/mails.ts'
import { personalData } from './server/personal-data.ts'
import * as reads from './server/reads.ts'
import { cleanRecommendations } from './server/recommending.ts'

/** Recommending a material, inviting colleagues. */
export const colleagues = feature({
  name: 'colleagues',
  actions: Object.values(actions),
  reads: Object.values(reads),
  jobs: [worker(cleanRecommendationsJob, cleanRecommendations, { cron: '57 3 * * *' })],
  tables: ['recommendation'],
  personalData,
  mails: [materialRecommended],
  on: [on(accountRegistered, 'if-possible', 'colleagues.note-inviter', noteInviter)],
})
