import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { vatIdStates } from '#shop/money/tax/server/service.ts'
import { billingAddressSchema } from '../rules/contract.ts'
import { ownBilling, vatIdStateOf } from './service.ts'

export const view = read({
  name: 'billing.view',
  summary: 'The address that stands on the invoices to come',
  rate: 'read',
  input: z.object({}),
  run: async (context) => {
    const address = await ownBilling(context)
    return { address, vatIdState: await vatIdStateOf(context, address) }
  },
  api: {
    path: '/v1/billing-address',
    tag: 'user',
    output: z.object({
      address: billingAddressSchema.nullable(),
      /** Whether the tax authorities know the number; `unverified`: they could not be asked yet; `other_name`: as somebody else's; `no_register`: outside the union nobody is asked. */
      vatIdState: z.enum(vatIdStates).nullable(),
    }),
  },
})
