import { z } from 'zod'
import { memberOf } from '#platform/context/context.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { action, read } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { personalisationSchema, preferencesSchema } from '#platform/rules/contract/user.ts'
import { worldOfAccount } from '../view.ts'
import { acceptancesOf } from './life-queries.ts'
import { keepPreferences, ownPersonalisation, popupShown } from './personalisation.ts'

const noStore = { 'Cache-Control': 'no-store' }
const done = z.object({ ok: z.literal(true) })
const isDone = () => ({ data: { ok: true as const } })

export const termsState = read({
  name: 'terms.view',
  summary: 'The version of the terms in force, and which ones the caller has accepted',
  rate: 'read',
  input: z.object({}),
  async run(context) {
    const { accountId, homeWorld } = requireMember(context)
    const rows = await acceptancesOf(context.db, accountId)
    return {
      version: context.termsVersion(worldOfAccount(homeWorld)),
      isAgbAccepted: memberOf(context)?.agbAccepted === true,
      history: rows.map(({ version, world, channel, accepted_at }) => ({
        ...{ version, world, channel },
        acceptedAt: accepted_at.toISOString(),
      })),
    }
  },
  api: {
    path: '/v1/agb',
    tag: 'user',
    output: z.object({
      version: z.string(),
      isAgbAccepted: z.boolean(),
      history: z.array(
        z.object({
          version: z.string(),
          world: z.string(),
          channel: z.string(),
          acceptedAt: z.string(),
        }),
      ),
    }),
    reply: (data) => ({ data, headers: noStore }),
  },
})

export const personalisation = read({
  name: 'personalisation.view',
  summary: 'What the caller teaches, and whether to ask for it',
  rate: 'read',
  input: z.object({}),
  run: ownPersonalisation,
  api: {
    path: '/v3/personalisations/get',
    tag: 'user',
    output: personalisationSchema,
    reply: (data) => ({ data, headers: noStore }),
  },
})

export const notePopup = action({
  name: 'personalisation.popup-shown',
  summary: 'The question what one teaches was shown; it does not come again',
  rate: 'write',
  input: z.object({}),
  run: popupShown,
  api: { method: 'post', path: '/v3/personalisations/popup-shown', tag: 'user', output: done, reply: isDone },
})

export const saveWhatOneTeaches = action({
  name: 'personalisation.save',
  summary: 'Keeps what one teaches',
  rate: 'write',
  input: preferencesSchema,
  run: keepPreferences,
  api: { method: 'post', path: '/v3/personalisations/save', tag: 'user', output: done, reply: isDone },
  form: {
    page: 'my-subjects',
    intent: 'save-subjects',
    done: (_result, { context: { world } }) => `${url('my-subjects', { world })}#saved`,
  },
})
