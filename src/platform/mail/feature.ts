import { feature, removedBy } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { leaveMails, setMails, takeMailsAgain } from './server/actions.ts'
import { mailHandedOver, mailsChosen, personLinkUsed } from './server/events.ts'
import { handlers } from './server/handlers.ts'
import { sendMailJob } from './server/jobs.ts'
import { personalData } from './server/personal-data.ts'
import { deleteLastMails, deleteOldMails } from './server/retention-queries.ts'
import { sendMail } from './server/service.ts'

/** Mails: written with the change they tell of, sent by a job, left by who wants none. */
export const mail = feature({
  name: 'mail',
  actions: [leaveMails, takeMailsAgain, setMails],
  handlers,
  events: [personLinkUsed, mailsChosen, mailHandedOver],
  jobs: [worker(sendMailJob, sendMail)],
  tables: ['mail', 'mail_recipient', 'mail_optout', 'mail_consent'],
  personalData,
  retention: [removedBy('mails', deleteOldMails), removedBy('lastMail', deleteLastMails)],
})
