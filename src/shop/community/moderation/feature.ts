import { on } from '#platform/events/event.ts'
import { feature, removedBy } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { reportTaken } from '#shop/community/feedback/server/events.ts'
import { listingProposed, listingSuspected } from '#shop/selling/materials/server/events.ts'
import { appeal, decide, decideOnListing } from './server/actions.ts'
import { openForListing, openForReport } from './server/cases.ts'
import { refundTakedownJob } from './server/jobs.ts'
import {
  appealDecided,
  appealReceived,
  contentRemoved,
  listingDecided,
  reportDecided,
} from './server/mails.ts'
import { personalData } from './server/personal-data.ts'
import { cases, figures } from './server/reads.ts'
import { refundTakedown } from './server/refunding.ts'
import { emptyOldAppeals } from './server/retention-queries.ts'

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
