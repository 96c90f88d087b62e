import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import {
  bankDetailsSchema,
  bankInputSchema,
  sellerDataInputSchema,
  sellerDataSchema,
} from '../rules/contract.ts'
import { forgetBank, saveBank } from './bank/bank.ts'
import { choosePayoutWay, openConnect } from './bank/connect.ts'
import { saveSellerData } from './seller-data.ts'
import { pausePayouts } from './service.ts'

const tag = 'payouts'

export const saveBankDetails = action({
  name: 'bank-details.save',
  summary: 'Writes where the seller’s money goes; payouts wait for some days after another account',
  rate: 'write',
  input: bankInputSchema,
  run: saveBank,
  api: {
    method: 'put',
    path: '/v1/bank-details',
    tag,
    output: z.object({ bank: bankDetailsSchema }),
    reply: (bank) => ({ data: { bank } }),
  },
  form: {
    page: 'bank-details',
    intent: 'save-bank-details',
    done: (_bank, { context: { world } }) => `${url('bank-details', { world })}#saved`,
  },
})

export const removeBankDetails = action({
  name: 'bank-details.remove',
  summary: 'Forgets where the seller’s money goes',
  rate: 'write',
  input: z.object({}),
  run: (context) => forgetBank(context),
  api: {
    method: 'delete',
    path: '/v1/bank-details',
    tag,
    output: z.object({ removed: z.literal(true) }),
    reply: () => ({ data: { removed: true as const } }),
  },
  form: {
    page: 'bank-details',
    intent: 'remove-bank-details',
    done: (_done, { context: { world } }) => `${url('bank-details', { world })}#removed`,
  },
})

export const saveTaxData = action({
  name: 'seller-data.save',
  summary: 'Writes who the seller is for the tax office',
  rate: 'write',
  input: sellerDataInputSchema,
  run: saveSellerData,
  api: {
    method: 'put',
    path: '/v1/seller-data',
    tag,
    output: z.object({ data: sellerDataSchema }),
    reply: (data) => ({ data: { data } }),
  },
  form: {
    page: 'bank-details',
    intent: 'save-seller-data',
    done: (_data, { context: { world } }) => `${url('bank-details', { world })}#data-saved`,
  },
})

export const connect = action({
  name: 'payout.connect',
  summary: 'Opens the seller’s account at the payment provider; answers the page where they say who they are',
  rate: 'write',
  // The provider knows the seller's account by ours: asked again, it is the same one.
  idempotent: 'repeatable',
  input: z.object({}),
  run: (context) => openConnect(context),
  api: { method: 'post', path: '/v1/payouts/connect', tag, output: z.object({ url: z.string() }) },
  form: { page: 'bank-details', intent: 'connect-payouts', done: ({ url: goTo }) => goTo },
})

export const chooseWay = action({
  name: 'payout.way',
  summary: 'Chooses whether payouts go to the bank or to the account at the payment provider',
  rate: 'write',
  input: z.object({ way: z.enum(['bank', 'stripe']) }),
  run: (context, { way }) => choosePayoutWay(context, way),
  api: { method: 'put', path: '/v1/payouts/way', tag, output: z.object({ way: z.string() }) },
  form: {
    page: 'bank-details',
    intent: 'choose-payout-way',
    done: (_done, { context: { world } }) => `${url('bank-details', { world })}#way-saved`,
  },
})

const output = z.object({ isPaused: z.boolean() })

export const pause = action({
  name: 'payout.pause',
  summary: 'Stops the seller’s payouts until they let them go on',
  rate: 'write',
  input: z.object({}),
  run: (context) => pausePayouts(context, true),
  api: { method: 'put', path: '/v1/payouts/pause', tag, output },
  form: {
    page: 'payouts',
    intent: 'pause-payouts',
    done: (_done, { context: { world } }) => url('payouts', { world }),
  },
})

export const resume = action({
  name: 'payout.resume',
  summary: 'Lets the seller’s payouts go on',
  rate: 'write',
  input: z.object({}),
  run: (context) => pausePayouts(context, false),
  api: { method: 'delete', path: '/v1/payouts/pause', tag, output },
  form: {
    page: 'payouts',
    intent: 'resume-payouts',
    done: (_done, { context: { world } }) => url('payouts', { world }),
  },
})
