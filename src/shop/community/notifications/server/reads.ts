import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { notificationPageSchema, notificationSettingSchema } from '../rules/contract.ts'
import { notificationSettings, notifications } from './service.ts'

const tag = 'notifications'

export const list = read({
  name: 'notification.list',
  summary: 'Own notifications, newest first',
  rate: 'read',
  input: z.object({ cursor: z.string().max(200).optional() }),
  run: async (context, { cursor }) => await notifications(context, cursor),
  api: { path: '/v1/notifications', tag, output: notificationPageSchema },
})

export const settings = read({
  name: 'notification.settings',
  summary: 'Which kinds of notifications the member wants',
  rate: 'read',
  input: z.object({}),
  run: async (context) => await notificationSettings(context),
  api: {
    path: '/v1/notifications/settings',
    tag,
    output: z.object({ settings: z.array(notificationSettingSchema) }),
    reply: (settings) => ({ data: { settings } }),
  },
})
