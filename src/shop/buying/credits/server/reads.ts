import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { creditPageSchema } from '../rules/contract.ts'
import { creditPage } from './service.ts'

export const view = read({
  name: 'credit.view',
  summary: 'The credit of the caller and its history',
  rate: 'read',
  input: z.object({}),
  run: (context) => creditPage(context),
  api: { path: '/v1/credits', tag: 'credits', output: creditPageSchema },
})
