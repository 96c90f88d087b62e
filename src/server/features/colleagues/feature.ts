import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { accountRegistered } from '../identity/service.ts'
import { feature } from '../manifest.ts'
import * as actions from './actions.ts'
import { noteInviter } from './invitations.ts'
import { cleanRecommendationsJob } from './jobs.ts'
import { materialRecommended } from './mails.ts'
import { personalData } from './personal-data.ts'
import * as reads from './reads.ts'
import { cleanRecommendations } from './recommending.ts'

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
