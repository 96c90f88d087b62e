import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { accountErased } from '#shop/people/identity/server/service.ts'
import * as actions from './server/actions.ts'
import { eraseNotified } from './server/erasing.ts'
import { cleanNotificationsJob } from './server/jobs.ts'
import { personalData } from './server/personal-data.ts'
import { reactions } from './server/reactions.ts'
import * as reads from './server/reads.ts'
import { cleanNotifications } from './server/service.ts'
import { notificationSocket } from './server/sockets.ts'
import { notificationHubState } from './server/state.ts'

/** What members are told beside mails: the notification centre, and the socket that tells it at once. */
export const notifications = feature({
  name: 'notifications',
  actions: Object.values(actions),
  reads: Object.values(reads),
  jobs: [worker(cleanNotificationsJob, cleanNotifications, { cron: '37 3 * * *' })],
  states: [notificationHubState],
  sockets: [notificationSocket],
  on: [...reactions, on(accountErased, 'now', 'notifications.erase', eraseNotified)],
  tables: ['notification', 'notification_box', 'notification_mute'],
  personalData,
})
