import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { worldSchema } from '#platform/rules/contract/world.ts'
import { consentSchema } from '../rules/contract.ts'
import { consentQuestion } from './service.ts'

export const consent = read({
  name: 'consent.view',
  summary: 'Whether consent has to be asked for in the caller’s country, and the words of the question',
  rate: 'read',
  input: z.object({ world: worldSchema.optional() }),
  run: async (context) => consentQuestion(context),
  api: {
    path: '/v3/consent',
    tag: 'visits',
    output: consentSchema,
    reply: (data) => ({ data, headers: { 'Cache-Control': 'no-store' } }),
  },
})
