import { z } from 'zod'
import { billingAddressSchema } from '#shared/contract/billing.ts'
import { read } from '../../http/action.ts'
import { ownBilling } from './service.ts'

export const view = read({
  name: 'billing.view',
  summary: 'The address that stands on the invoices to come',
  rate: 'read',
  input: z.object({}),
  run: (context) => ownBilling(context),
  api: {
    path: '/v1/billing-address',
    tag: 'user',
    output: z.object({ address: billingAddressSchema.nullable() }),
    reply: (address) => ({ data: { address } }),
  },
})
