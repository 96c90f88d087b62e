import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import { grant, issue, redeem } from './actions.ts'
import { endCredits } from './ending.ts'
import { creditMoved } from './events.ts'
import { endCreditsJob } from './jobs.ts'
import { creditEndsMail } from './mails.ts'
import { creditsPersonalData } from './personal-data.ts'
import { view } from './reads.ts'

/** Money members have with us: from gift cards, the platform and refunds, spent in orders. */
export const credits = feature({
  name: 'credits',
  actions: [redeem, issue, grant],
  reads: [view],
  jobs: [worker(endCreditsJob, endCredits, { cron: '23 5 * * *' })],
  mails: [creditEndsMail],
  events: [creditMoved],
  tables: ['credit_lot', 'credit_use', 'gift_card'],
  personalData: creditsPersonalData,
})
