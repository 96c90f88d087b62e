import { worker } from '../../workers/worker.ts'
import { feature, removedBy } from '../manifest.ts'
import { leaveMails, setMails, takeMailsAgain } from './actions.ts'
import { personLinkUsed } from './events.ts'
import { handlers } from './handlers.ts'
import { sendMailJob } from './jobs.ts'
import { personalData } from './personal-data.ts'
import { deleteLastMails, deleteOldMails } from './retention-queries.ts'
import { sendMail } from './service.ts'

/** Mails: written with the change they tell of, sent by a job, left by who wants none. */
export const mail = feature({
  name: 'mail',
  actions: [leaveMails, takeMailsAgain, setMails],
  handlers,
  events: [personLinkUsed],
  jobs: [worker(sendMailJob, sendMail)],
  tables: ['mail', 'mail_recipient', 'mail_optout', 'mail_consent'],
  personalData,
  retention: [removedBy('mails', deleteOldMails), removedBy('lastMail', deleteLastMails)],
})
