import { state } from '#platform/features/state.ts'
import { translator } from '#platform/i18n/translate.ts'
import { sessionsEndedChannel } from '#platform/realtime/session-watch.ts'
import { livingSessions } from '#shop/people/identity/server/service.ts'
import { createHub, type NotificationHub } from './hub.ts'
import { notificationView } from './view.ts'

declare module '#platform/context/context.ts' {
  interface Deps {
    notificationHub: NotificationHub
  }
}

/** Who listens in this process. */
export const notificationHubState = state({
  name: 'notificationHub',
  make: ({ db, log }) =>
    createHub({
      db,
      log,
      show: (row, world) => notificationView(translator(world), row),
      livingSessions,
    }),
  hears: {
    notifications: ({ notificationHub }, payload) =>
      notificationHub.wake(payload.split(',').filter(Boolean).map(Number)),
    [sessionsEndedChannel]: ({ notificationHub }) => notificationHub.sessionsEnded(),
  },
  // Notices may have been lost: look for everybody.
  reload: async ({ notificationHub }) => notificationHub.wake(),
  close: async ({ notificationHub }) => await notificationHub.stop(),
})
