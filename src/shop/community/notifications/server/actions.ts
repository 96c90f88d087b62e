import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { notificationLimits } from '#platform/limits.ts'
import { nextPath } from '#platform/routing/next-path.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema, worldSchema } from '#platform/rules/contract/world.ts'
import { mutableKindSchema, notificationSettingSchema } from '../rules/contract.ts'
import { announce, changeNotificationSetting, readNotifications } from './service.ts'

const tag = 'notifications'

export const markRead = action({
  name: 'notification.read',
  summary: 'Mark own notifications as read: these, or all of them',
  rate: 'write',
  input: z.object({ ids: z.array(idSchema).min(1).max(200).optional() }),
  run: async (context, { ids }) => ({ unread: await readNotifications(context, ids) }),
  api: {
    method: 'post',
    path: '/v1/notifications/read',
    tag,
    output: z.object({ unread: z.number().int() }),
  },
  form: {
    page: 'notifications',
    intent: 'read-notifications',
    done: (_result, { context: { world } }) => url('notifications', { world }),
  },
})

export const setKind = action({
  name: 'notification.setting',
  summary: 'Switch a kind of notification on or off',
  rate: 'write',
  input: z.object({ kind: mutableKindSchema, isOn: z.boolean() }),
  run: async (context, { kind, isOn }) => await changeNotificationSetting(context, kind, isOn),
  api: {
    method: 'post',
    path: '/v1/notifications/settings',
    tag,
    output: z.object({ settings: z.array(notificationSettingSchema) }),
    reply: (settings) => ({ data: { settings } }),
  },
  form: {
    page: 'notifications',
    intent: 'set-notifications',
    done: (_result, { context: { world } }) => `${url('notifications', { world })}#kinds`,
  },
})

export const announceToAll = action({
  name: 'notification.announce',
  summary: "An operator's own words to every member of the world",
  rate: 'write',
  input: z.object({
    text: z.string().trim().min(1).max(notificationLimits.text),
    /** A page of ours. */
    url: z
      .string()
      .max(1000)
      .refine((path) => nextPath(path) !== undefined)
      .optional(),
    world: worldSchema.optional(),
  }),
  run: async (context, input) => ({ members: await announce(context, input) }),
  api: {
    method: 'post',
    path: '/v1/notifications/announce',
    tag,
    output: z.object({ members: z.number().int() }),
  },
})
