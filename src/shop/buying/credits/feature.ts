import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { grant, issue, redeem } from './server/actions.ts'
import { endCredits } from './server/ending.ts'
import { creditMoved } from './server/events.ts'
import { endCreditsJob } from './server/jobs.ts'
import { creditEndsMail } from './server/mails.ts'
import { creditsPersonalData } from './server/personal-data.ts'
import { view } from './server/reads.ts'

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
