import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { reportTaken } from '../feedback/events.ts'
import { feature, removedBy } from '../manifest.ts'
import { listingProposed, listingSuspected } from '../materials/events.ts'
import { appeal, decide, decideOnListing } from './actions.ts'
import { openForListing, openForReport } from './cases.ts'
import { refundTakedownJob } from './jobs.ts'
import { appealDecided, appealReceived, contentRemoved, listingDecided, reportDecided } from './mails.ts'
import { personalData } from './personal-data.ts'
import { cases, figures } from './reads.ts'
import { refundTakedown } from './refunding.ts'
import { emptyOldAppeals } from './retention-queries.ts'

/** What is decided about what members publish, by whom and why. */
export const moderation = feature({
  name: 'moderation',
  actions: [decide, decideOnListing, appeal],
  reads: [cases, figures],
  on: [
    on(reportTaken, 'now', 'moderation.open-case', openForReport),
    on(listingProposed, 'now', 'moderation.open-listing', openForListing),
    on(listingSuspected, 'now', 'moderation.open-suspected', openForListing),
  ],
  jobs: [worker(refundTakedownJob, refundTakedown)],
  mails: [contentRemoved, listingDecided, reportDecided, appealReceived, appealDecided],
  tables: ['moderation_case', 'moderation_decision'],
  personalData,
  retention: [removedBy('reports', emptyOldAppeals)],
})
