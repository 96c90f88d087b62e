import { z } from 'zod'
import { recommendInputSchema, referralSchema } from '#shared/contract/colleague.ts'
import { idSchema } from '#shared/contract/world.ts'
import { type Endpoint, endpoint } from '../../api/endpoint.ts'
import { ownInvitation } from './invitations.ts'
import { recommendMaterial } from './recommending.ts'

const own = { tag: 'colleagues', access: 'member', terms: 'required' } as const

export const colleagueEndpoints: Endpoint[] = [
  endpoint({
    ...own,
    rate: 'read',
    method: 'get',
    path: '/v1/referrals',
    summary: 'The own invitation and how many came with it',
    output: referralSchema,
    handler: async (context) => ({ data: await ownInvitation(context) }),
  }),
  endpoint({
    ...own,
    rate: 'write',
    method: 'post',
    path: '/v1/materials/{id}/recommend',
    summary: 'Recommend a material to a colleague by mail',
    params: z.object({ id: idSchema }),
    body: recommendInputSchema,
    output: z.object({ done: z.literal(true) }),
    async handler(context, { params, body }) {
      await recommendMaterial(context, params.id, body)
      return { data: { done: true as const } }
    },
  }),
]
