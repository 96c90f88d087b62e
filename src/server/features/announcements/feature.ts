import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import * as actions from './actions.ts'
import * as events from './events.ts'
import { mailAnnouncementJob } from './jobs.ts'
import { mailAnnouncement } from './mailing.ts'
import { authorNews } from './mails.ts'
import { personalData } from './personal-data.ts'

/** What authors tell everybody who follows them. */
export const announcements = feature({
  name: 'announcements',
  actions: Object.values(actions),
  events: Object.values(events),
  jobs: [worker(mailAnnouncementJob, mailAnnouncement)],
  tables: ['author_announcement'],
  mails: [authorNews],
  personalData,
})
