import { z } from 'zod'
import { url } from '#routing/url.ts'
import { billingAddressSchema, billingInputSchema } from '#shared/contract/billing.ts'
import { action } from '../../http/action.ts'
import { changeBilling } from './service.ts'

export const save = action({
  name: 'billing.save',
  summary: 'Writes the address that stands on the invoices to come; with no field at all it is forgotten',
  rate: 'write',
  input: billingInputSchema.extend({ billingCountry: z.string().max(100).optional() }),
  run: changeBilling,
  api: {
    method: 'put',
    path: '/v1/billing-address',
    tag: 'user',
    output: z.object({ address: billingAddressSchema.nullable() }),
    reply: (address) => ({ data: { address } }),
  },
  form: {
    page: 'billing-address',
    intent: 'save-billing',
    done: (_address, { context: { world } }) => `${url('billing-address', { world })}#saved`,
  },
})
