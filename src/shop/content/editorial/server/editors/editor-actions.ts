import { z } from 'zod'
import { action, read } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema, worldSchema } from '#platform/rules/contract/world.ts'
import { grantReasonLength } from '../../rules/contract.ts'
import { changeGrant, listEditors } from './editors.ts'

const tag = 'editors'

const input = z.object({
  accountId: idSchema,
  forWorld: worldSchema,
  reason: z.string().max(grantReasonLength.max),
})

export const grantWorld = action({
  name: 'editor.change-world',
  summary: 'Give an editor another world to write in, or take it away, with a reason that is kept',
  rate: 'write',
  input: input.extend({ isGranted: z.boolean() }),
  run: async (context, given) => await changeGrant(context, given),
  api: { method: 'put', path: '/v1/editors/worlds', tag, output: z.object({ saved: z.literal(true) }) },
  form: [
    {
      page: 'console-editors',
      intent: 'grant-world',
      input: input.transform((given) => ({ ...given, isGranted: true })),
      done: (_saved, { context: { world } }) => `${url('console-editors', { world })}#granted`,
    },
    {
      page: 'console-editors',
      intent: 'take-world',
      input: input.transform((given) => ({ ...given, isGranted: false })),
      done: (_saved, { context: { world } }) => `${url('console-editors', { world })}#taken`,
    },
  ],
})

export const editors = read({
  name: 'editor.list',
  summary: 'Every editor with the worlds they may write in, and who gave or took them',
  rate: 'read',
  input: z.object({}),
  run: async (context) => await listEditors(context),
  api: {
    path: '/v1/editors',
    tag,
    output: z.object({
      editors: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          email: z.string(),
          homeWorld: z.string(),
          granted: z.array(z.string()),
        }),
      ),
      changes: z.array(
        z.object({
          editor: z.string(),
          world: z.string(),
          isGranted: z.boolean(),
          reason: z.string(),
          at: z.string(),
          by: z.string().nullable(),
        }),
      ),
    }),
  },
})
