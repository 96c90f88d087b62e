import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { ownVouchersSchema, voucherSchema } from '#shop/buying/credits/rules/voucher-contract.ts'
import { manageableVouchers, ownVouchers } from './management.ts'

export const own = read({
  name: 'voucher.own',
  summary: 'Vouchers of the caller: to use, used, and their own codes as an author',
  rate: 'read',
  input: z.object({}),
  run: (context) => ownVouchers(context),
  api: { path: '/v1/vouchers/mine', tag: 'vouchers', output: ownVouchersSchema },
})

export const list = read({
  name: 'voucher.list',
  summary: 'The vouchers of the platform in a world',
  rate: 'read',
  input: z.object({}),
  run: async (context) => ({ vouchers: await manageableVouchers(context) }),
  api: { path: '/v1/vouchers', tag: 'vouchers', output: z.object({ vouchers: z.array(voucherSchema) }) },
})
