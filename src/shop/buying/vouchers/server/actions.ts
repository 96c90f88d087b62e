import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { ownVoucherInputSchema, voucherInputSchema } from '#shop/buying/credits/rules/voucher-contract.ts'
import { createOwnVoucher, createVoucher, endAnyVoucher, endOwnVoucher } from './management.ts'

const createdSchema = z.object({ id: z.number().int(), code: z.string() })
const endedSchema = z.object({ ended: z.literal(true) })

export const createOwn = action({
  name: 'voucher.create-own',
  summary: 'Makes a discount code for what the author sells; the author bears the discount',
  rate: 'write',
  idempotent: 'in-transaction',
  input: ownVoucherInputSchema,
  run: createOwnVoucher,
  api: {
    method: 'post',
    path: '/v1/vouchers/mine',
    tag: 'vouchers',
    output: createdSchema,
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'vouchers',
    intent: 'create-voucher',
    done: (_created, { context: { world } }) => `${url('vouchers', { world })}#created`,
  },
})

export const endOwn = action({
  name: 'voucher.end-own',
  summary: 'Ends one of the author’s own codes',
  rate: 'write',
  input: z.object({ id: idSchema }),
  run: (context, { id }) => endOwnVoucher(context, id),
  api: {
    method: 'delete',
    path: '/v1/vouchers/mine/{id}',
    tag: 'vouchers',
    output: endedSchema,
    reply: () => ({ data: { ended: true as const } }),
  },
  form: {
    page: 'vouchers',
    intent: 'end-voucher',
    done: (_ended, { context: { world } }) => `${url('vouchers', { world })}#ended`,
  },
})

export const create = action({
  name: 'voucher.create',
  summary: 'Makes a voucher of the platform; the platform bears the discount',
  rate: 'write',
  idempotent: 'in-transaction',
  input: voucherInputSchema,
  run: createVoucher,
  api: {
    method: 'post',
    path: '/v1/vouchers',
    tag: 'vouchers',
    output: createdSchema,
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'finance-vouchers',
    intent: 'create-platform-voucher',
    done: (_created, { context: { world } }) => `${url('finance-vouchers', { world })}#created`,
  },
})

export const end = action({
  name: 'voucher.end',
  summary: 'Ends a voucher',
  rate: 'write',
  input: z.object({ id: idSchema }),
  run: (context, { id }) => endAnyVoucher(context, id),
  api: {
    method: 'delete',
    path: '/v1/vouchers/{id}',
    tag: 'vouchers',
    output: endedSchema,
    reply: () => ({ data: { ended: true as const } }),
  },
  form: {
    page: 'finance-vouchers',
    intent: 'end-platform-voucher',
    done: (_ended, { context: { world } }) => `${url('finance-vouchers', { world })}#ended`,
  },
})
