import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { type BillingAddress, billingAddressSchema, billingInputSchema } from '../rules/contract.ts'
import { changeBilling, forgetBilling } from './service.ts'

const addressInput = billingInputSchema.extend({ billingCountry: z.string().max(100).optional() })
type BillingChange = z.output<typeof addressInput> & {
  /** A form that was sent empty: its address is forgotten. */
  isEmptied?: boolean
}
const saved = addressInput satisfies z.ZodType<BillingChange>

/** Fields are named as beside the payment (`billingName` is the `name` of the answer, and so on). */
export const save = action<z.ZodType<BillingChange>, BillingAddress | null>({
  name: 'billing.save',
  summary:
    'Writes the address that stands on the invoices to come: billingName, billingOrganisation, billingStreet, billingPostcode, billingCity, billingCountry, billingVatId, which the answer calls name, organisation and so on; DELETE forgets it',
  rate: 'write',
  input: saved,
  run: (context, { isEmptied, ...input }) =>
    isEmptied ? forgetBilling(context) : changeBilling(context, input),
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
    input: addressInput.transform(({ billingCountry, ...typed }) => ({
      ...{ ...typed, billingCountry },
      isEmptied: Object.values(typed).every((text) => text === undefined || text.trim() === ''),
    })),
    done: (_address, { context: { world } }) => `${url('billing-address', { world })}#saved`,
  },
})

export const forget = action({
  name: 'billing.forget',
  summary: 'Forgets the address for the invoices to come; those that were written stay as they are',
  rate: 'write',
  input: z.object({}),
  run: forgetBilling,
  api: {
    method: 'delete',
    path: '/v1/billing-address',
    tag: 'user',
    output: z.object({ address: z.null() }),
    reply: (address) => ({ data: { address } }),
  },
})
