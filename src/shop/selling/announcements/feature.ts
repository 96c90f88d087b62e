import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import * as actions from './server/actions.ts'
import * as events from './server/events.ts'
import { mailAnnouncementJob } from './server/jobs.ts'
import { mailAnnouncement } from './server/mailing.ts'
import { authorNews } from './server/mails.ts'
import { personalData } from './server/personal-data.ts'

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
