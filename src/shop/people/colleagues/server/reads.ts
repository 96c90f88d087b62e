import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { referralSchema } from '../rules/contract.ts'
import { ownInvitation } from './invitations.ts'

export const referrals = read({
  name: 'referrals.view',
  summary: 'The own invitation and how many came with it',
  rate: 'read',
  input: z.object({}),
  run: async (context) => await ownInvitation(context),
  api: { path: '/v1/referrals', tag: 'colleagues', output: referralSchema },
})
