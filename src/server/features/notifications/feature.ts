import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { accountErased } from '../identity/service.ts'
import { feature } from '../manifest.ts'
import * as actions from './actions.ts'
import { eraseNotified } from './erasing.ts'
import { cleanNotificationsJob } from './jobs.ts'
import { personalData } from './personal-data.ts'
import { reactions } from './reactions.ts'
import * as reads from './reads.ts'
import { cleanNotifications } from './service.ts'
import { notificationSocket } from './sockets.ts'
import { notificationHubState } from './state.ts'

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
