import { z } from 'zod'
import { reconciliationSchema } from '#shared/contract/reconciliation.ts'
import { centsSchema } from '#shared/contract/world.ts'
import { read } from '../../http/action.ts'
import { paymentOptions } from './payment-options.ts'
import { reconciliations } from './reconcile.ts'

const tag = 'payments'

export const options = read({
  name: 'payment.options',
  summary: 'How the cart may be paid for, with the sum of today; the cart of a stranger by X-Cart-Token',
  rate: 'read',
  input: z.object({}),
  run: (context) => paymentOptions(context),
  api: {
    path: '/v1/payments/options',
    tag,
    output: z.object({
      /** `free`: nothing is due. `test`: moves no money. `online`: the provider's page, with all it offers there. `invoice`: by bank transfer, for verified schools. */
      methods: z.array(z.enum(['free', 'test', 'online', 'invoice'])),
      total: centsSchema,
      currency: z.string().length(3),
    }),
  },
})

export const reconciliationList = read({
  name: 'payment.reconciliations',
  summary: 'What the last comparisons of the provider’s report with the books found',
  rate: 'read',
  input: z.object({}),
  run: async (context) => ({ reconciliations: await reconciliations(context) }),
  api: {
    path: '/v1/payments/reconciliations',
    tag,
    output: z.object({ reconciliations: z.array(reconciliationSchema) }),
  },
})
