import { z } from 'zod'
import {
  boughtMaterialSchema,
  checkoutInputSchema,
  checkoutResultSchema,
  orderSchema,
  saleSchema,
} from '#shared/contract/order.ts'
import { idSchema } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import { maxApiBodyBytes } from '#shared/limits.ts'
import { type Endpoint, endpoint } from '../../api/endpoint.ts'
import { checkout, claimMaterial } from './checkout.ts'
import { boughtMaterials, orderByReference, sales } from './service.ts'
import { receivePaymentEvent } from './settlement.ts'

const afterSchema = z.object({ after: z.string().max(512).optional() })

/** A signature is over the bytes as they came, so the body is read here, up to the limit of every API call. */
async function readWhole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxApiBodyBytes) throw new ProductError('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export const ordersEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/v1/orders',
    summary:
      'Order what is in the cart; answers where to pay. `conflict`: the sum changed, read the cart again',
    tag: 'orders',
    access: 'member',
    terms: 'required',
    rate: 'write',
    idempotent: true,
    body: checkoutInputSchema,
    output: checkoutResultSchema,
    async handler(context, { body }) {
      const outcome = await checkout(context, body)
      if (outcome.kind === 'conflict')
        throw new ProductError('conflict', { fields: { expectedTotal: 'invalid' } })
      return { status: 201, data: { reference: outcome.reference, redirectUrl: outcome.redirectUrl } }
    },
  }),
  endpoint({
    method: 'get',
    path: '/v1/orders/{reference}',
    summary: "One order of the member's own",
    tag: 'orders',
    access: 'member',
    terms: 'required',
    rate: 'read',
    params: z.object({ reference: z.string().regex(/^[0-9a-f]{32}$/) }),
    output: orderSchema,
    handler: async (context, { params }) => ({ data: await orderByReference(context, params.reference) }),
  }),
  endpoint({
    method: 'get',
    path: '/v1/bought-materials',
    summary: 'What the member owns, with download links of limited life',
    tag: 'orders',
    access: 'member',
    terms: 'required',
    rate: 'read',
    query: afterSchema,
    output: z.object({ materials: z.array(boughtMaterialSchema), nextCursor: z.string().nullable() }),
    handler: async (context, { query }) => ({ data: await boughtMaterials(context, query.after) }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/materials/{id}/claim',
    summary: 'Take a free material; a second time changes nothing',
    tag: 'orders',
    access: 'member',
    terms: 'required',
    rate: 'write',
    params: z.object({ id: idSchema }),
    output: z.object({ owned: z.literal(true) }),
    async handler(context, { params }) {
      await claimMaterial(context, params.id)
      return { data: { owned: true as const } }
    },
  }),
  endpoint({
    method: 'get',
    path: '/v1/sales',
    summary: "The author's own sales",
    tag: 'orders',
    access: 'seller',
    terms: 'required',
    rate: 'read',
    query: afterSchema,
    output: z.object({
      sales: z.array(saleSchema),
      nextCursor: z.string().nullable(),
      totals: z.array(
        z.object({
          currency: z.string(),
          count: z.number().int(),
          gross: z.number().int(),
          authorShare: z.number().int(),
        }),
      ),
    }),
    handler: async (context, { query }) => ({ data: await sales(context, query.after) }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/payments/webhook/{provider}',
    summary: 'What a payment provider has to say; signed, repeatable',
    tag: 'payments',
    access: 'public',
    terms: 'skipped',
    rate: 'webhook',
    bodyKind: 'webhook',
    params: z.object({ provider: z.string().regex(/^[a-z]{1,20}$/) }),
    output: z.object({ received: z.literal(true) }),
    async handler(context, { params, raw }) {
      const { payments } = context
      if (params.provider !== payments.name) throw new ProductError('not_found')
      const body = await readWhole(raw.body)
      const headers = new Headers()
      for (const [name, value] of Object.entries(raw.headers)) {
        if (typeof value === 'string' && !name.startsWith(':')) headers.set(name, value)
      }
      await receivePaymentEvent(context, payments.name, payments.readEvent(body, headers))
      return { data: { received: true as const } }
    },
  }),
]
