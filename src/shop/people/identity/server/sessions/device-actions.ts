import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { action, read } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { endDevice, endOtherDevices, ownDevices } from './devices.ts'

const changed = (_result: unknown, { context: { world } }: { context: Pick<Context, 'world'> }): string =>
  `${url('security', { world })}#changed`

export const listDevices = read({
  name: 'device.list',
  summary: 'Where the caller is logged in',
  rate: 'read',
  input: z.object({}),
  run: async (context) => ({ devices: await ownDevices(context) }),
  api: {
    path: '/v1/user/devices',
    tag: 'session',
    output: z.object({
      devices: z.array(
        z.object({
          id: z.string(),
          name: z.string().nullable(),
          isCurrent: z.boolean(),
          since: z.string(),
          lastSeen: z.string(),
        }),
      ),
    }),
  },
})

export const logOutDevice = action({
  name: 'device.end',
  summary: 'End one of the own sessions',
  rate: 'write',
  input: z.object({ deviceId: z.string().regex(/^[0-9a-f]{18}$/) }),
  run: (context, { deviceId }) => endDevice(context, deviceId),
  api: {
    method: 'delete',
    path: '/v1/user/devices/{deviceId}',
    tag: 'session',
    output: z.object({ ok: z.literal(true) }),
    reply: () => ({ data: { ok: true as const } }),
  },
  form: { page: 'security', intent: 'end-device', done: changed },
})

export const logOutOthers = action({
  name: 'device.end-others',
  summary: 'End every session of the caller but this one',
  rate: 'write',
  input: z.object({}),
  run: async (context) => ({ ended: await endOtherDevices(context) }),
  api: {
    method: 'post',
    path: '/v1/user/devices/end-others',
    tag: 'session',
    output: z.object({ ended: z.number().int() }),
  },
  form: { page: 'security', intent: 'end-other-devices', done: changed },
})
