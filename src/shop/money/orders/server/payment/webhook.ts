import { z } from 'zod'
import { ProductError } from '#platform/errors.ts'
import { action } from '#platform/http/access/action.ts'
import { readBody } from '#platform/http/access/body.ts'
import { maxApiBodyBytes } from '#platform/limits.ts'
import { receivePaymentEvent } from './provider-events.ts'

export const paymentWebhook = action({
  name: 'payment.webhook',
  summary: 'What a payment provider has to say; signed, repeatable',
  rate: 'webhook',
  body: 'webhook',
  input: z.object({ provider: z.string().regex(/^[a-z]{1,20}$/) }),
  async run(context, { provider }, request) {
    const { payments } = context
    if (provider !== payments.name) throw new ProductError('not_found')
    // A signature is over the bytes as they came, so the body is read here.
    const body = await readBody(request.body, maxApiBodyBytes)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && !name.startsWith(':')) headers.set(name, value)
    }
    const event = await payments.readEvent(body, headers)
    if (event !== undefined) await receivePaymentEvent(context, payments.name, event)
    return { received: true as const }
  },
  api: {
    method: 'post',
    path: '/v1/payments/webhook/{provider}',
    tag: 'payments',
    output: z.object({ received: z.literal(true) }),
  },
})
