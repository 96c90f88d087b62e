import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import type { PaymentMethod } from '#platform/gateways/payments/payment-provider.ts'
import { read } from '#platform/http/access/action.ts'
import { centsSchema } from '#platform/rules/contract/world.ts'
import { reconciliationSchema } from '../../rules/reconciliation-contract.ts'
import { paymentAsked } from '../service.ts'
import type { BusinessAsked } from '../types.ts'
import { reconciliations } from './reconcile.ts'

const tag = 'payments'

export const options = read({
  name: 'payment.options',
  summary:
    'How the cart may be paid for and what it costs today, for a `country` and the `vatId` of a business; the cart of a stranger by X-Cart-Token',
  rate: 'read',
  input: z.object({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    /** With the names its register is compared with, and where it is; left out: those of the billing address. */
    vatId: z.string().max(40).optional(),
    name: z.string().max(500).optional(),
    organisation: z.string().max(500).optional(),
    postcode: z.string().max(500).optional(),
  }),
  run: (context, input) => paymentOptions(context, input),
  api: {
    path: '/v1/payments/options',
    tag,
    output: z.object({
      /** `free`: nothing is due. `test`: moves no money. `online`: the provider's page, with all it offers there. `invoice`: by bank transfer, for verified schools. */
      methods: z.array(z.enum(['free', 'test', 'online', 'invoice'])),
      /** With the tax of `country`; net where the buyer owes the tax (`isReverseCharged`). */
      total: centsSchema,
      usedCredits: centsSchema,
      /** What is left: the `expectedTotal` of an order. */
      due: centsSchema,
      tax: centsSchema,
      /** What `total` contains; rates in basis points. */
      taxes: z.array(z.object({ rate: z.number().int(), tax: centsSchema })),
      country: z.string(),
      isReverseCharged: z.boolean(),
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

interface PaymentOptions {
  /** None for an empty cart. */
  methods: (PaymentMethod | 'free' | 'invoice')[]
  /** With the tax of the country; the net sum where the buyer owes the tax themselves. */
  total: number
  /** What of it credit pays, and what is left: `expectedCredits` and `expectedTotal` of the order. */
  usedCredits: number
  due: number
  tax: number
  /** What `total` contains, by rate in basis points. */
  taxes: { rate: number; tax: number }[]
  country: string
  isReverseCharged: boolean
  currency: string
}

/**
 * How the caller's cart may be paid for, and what it costs: for a country, and for a business with its VAT number, which the
 * register is asked about (members only). Left out: as the payment page would have it.
 */
async function paymentOptions(
  context: Context,
  { country, ...typed }: BusinessAsked & { country?: string | undefined },
): Promise<PaymentOptions> {
  const page = await paymentAsked(context, country, typed)
  const { cart, total, usedCredits, due, tax, taxes, isReverseCharged, invoice, isEmpty, isFree } = page
  const sums = { total, usedCredits, due, tax, taxes: [...taxes], isReverseCharged }
  const shown = { ...sums, country: page.country, currency: cart.currency }
  if (isEmpty) return { methods: [], ...shown }
  if (isFree) return { methods: ['free'], ...shown }
  const hasInvoice = invoice !== null && invoice.refusal === null
  return { methods: [context.payments.method, ...(hasInvoice ? ['invoice' as const] : [])], ...shown }
}
