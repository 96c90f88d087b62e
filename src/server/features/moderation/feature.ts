import { on } from '../../events/event.ts'
import { worker } from '../../jobs/job.ts'
import { reportTaken } from '../feedback/events.ts'
import { feature } from '../manifest.ts'
import { appeal, decide } from './actions.ts'
import { openForReport } from './cases.ts'
import { refundTakedownJob } from './jobs.ts'
import { appealDecided, appealReceived, contentRemoved, reportDecided } from './mails.ts'
import { personalData } from './personal-data.ts'
import { cases, figures } from './reads.ts'
import { refundTakedown } from './refunding.ts'

/** What is decided about what members publish, by whom and why. */
export const moderation = feature({
  name: 'moderation',
  actions: [decide, appeal],
  reads: [cases, figures],
  on: [on(reportTaken, 'now', 'moderation.open-case', openForReport)],
  jobs: [worker(refundTakedownJob, refundTakedown)],
  mails: [contentRemoved, reportDecided, appealReceived, appealDecided],
  tables: ['moderation_case', 'moderation_decision'],
  personalData,
})
