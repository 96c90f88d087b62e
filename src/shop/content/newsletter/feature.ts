import { on } from '#platform/events/event.ts'
import { feature, removedBy } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { mailHandedOver, mailsChosen } from '#platform/mail/server/events.ts'
import * as actions from './server/actions.ts'
import { sendLettersJob } from './server/jobs.ts'
import { confirmNewsletter, newsletterLetter, newsletterTest } from './server/mails.ts'
import { personalData } from './server/personal-data.ts'
import { deleteLeftSubscriptions, deleteUnconfirmed } from './server/retention-queries.ts'
import { sendDueLetters } from './server/sending.ts'
import { countHandedOver, followChoice } from './server/subscribing.ts'

/** The newsletter of each world: asked for twice, left in one click, sent by the queue. */
export const newsletter = feature({
  name: 'newsletter',
  actions: Object.values(actions),
  jobs: [worker(sendLettersJob, sendDueLetters, { cron: '* * * * *' })],
  mails: [confirmNewsletter, newsletterLetter, newsletterTest],
  on: [
    on(mailsChosen, 'now', 'newsletter.follow-choice', followChoice),
    on(mailHandedOver, 'now', 'newsletter.count', countHandedOver),
  ],
  tables: ['newsletter_subscription', 'newsletter_letter'],
  personalData,
  retention: [
    removedBy('newsletterAsked', deleteUnconfirmed),
    removedBy('newsletterLeft', deleteLeftSubscriptions),
  ],
})
