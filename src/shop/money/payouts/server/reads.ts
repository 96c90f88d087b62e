import { z } from 'zod'
import type { Reply } from '#platform/http/access/action.ts'
import { read } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { contentDisposition } from '#shop/selling/materials/server/service.ts'
import {
  bankDetailsSchema,
  payoutReferenceSchema,
  payoutSchema,
  periodSchema,
  queuedPayoutSchema,
  sellerBalanceSchema,
  sellerDataSchema,
} from '../rules/contract.ts'
import { payoutStatuses } from '../rules/payout.ts'
import { ownBank } from './bank/bank.ts'
import { batchFile } from './bank/batches.ts'
import { dac7Report } from './reports/dac7.ts'
import { dac7Csv, dpiXml } from './reports/dac7-file.ts'
import { statementFile } from './reports/statement.ts'
import { ownSellerData } from './seller-data.ts'
import { ownPayouts, payoutLog, payoutQueue } from './service.ts'

const tag = 'payouts'

export const bankDetails = read({
  name: 'bank-details.view',
  summary: 'Where the seller’s money goes: the last four signs of the account',
  rate: 'read',
  input: z.object({}),
  run: (context) => ownBank(context),
  api: {
    path: '/v1/bank-details',
    tag,
    output: z.object({ bank: bankDetailsSchema.nullable() }),
    reply: (bank) => ({ data: { bank } }),
  },
})

export const sellerData = read({
  name: 'seller-data.view',
  summary: 'Who the seller is for the tax office',
  rate: 'read',
  input: z.object({}),
  run: (context) => ownSellerData(context),
  api: {
    path: '/v1/seller-data',
    tag,
    output: z.object({ data: sellerDataSchema.nullable() }),
    reply: (data) => ({ data: { data } }),
  },
})

export const mine = read({
  name: 'payout.mine',
  summary: 'The seller’s balance, why nothing is paid out if so, and the payouts, the newest first',
  rate: 'read',
  input: z.object({}),
  run: (context) => ownPayouts(context),
  api: {
    path: '/v1/payouts',
    tag,
    output: z.object({
      balances: z.array(sellerBalanceSchema),
      payouts: z.array(payoutSchema),
      isPaused: z.boolean(),
      nextPayoutDay: z.string(),
    }),
  },
})

export const statement = read({
  name: 'payout.statement',
  summary: 'A month of the seller’s account as the ledger has it, as PDF or CSV',
  rate: 'read',
  input: z.object({ month: periodSchema, format: z.enum(['pdf', 'csv']).default('pdf') }),
  run: (context, input) => statementFile(context, input),
  api: { path: '/v1/account-statement', tag, output: z.unknown(), reply: asFile },
})

export const queue = read({
  name: 'payout.list',
  summary: 'Open payouts of the world, or all of the sellers a search names',
  rate: 'read',
  input: z.object({ search: z.string().max(200).optional() }),
  run: (context, { search }) => payoutQueue(context, search),
  api: {
    path: '/v1/payout-queue',
    tag,
    output: z.object({ payouts: z.array(queuedPayoutSchema) }),
    reply: (payouts) => ({ data: { payouts } }),
  },
})

export const log = read({
  name: 'payout.log',
  summary: 'Who did what with a payout, and why',
  rate: 'read',
  input: z.object({ reference: payoutReferenceSchema }),
  run: (context, { reference }) => payoutLog(context, reference),
  api: {
    path: '/v1/payouts/{reference}/log',
    tag,
    output: z.object({
      steps: z.array(
        z.object({
          status: z.enum(payoutStatuses),
          note: z.string().nullable(),
          at: z.string(),
          by: z.string().nullable(),
        }),
      ),
    }),
    reply: (steps) => ({ data: { steps } }),
  },
})

export const file = read({
  name: 'payout.batch-file',
  summary: 'The file of a batch for the bank (ISO 20022 pain.001.001.09); always the same',
  rate: 'read',
  input: z.object({ id: idSchema }),
  run: async (context, { id }) => {
    const { name, xml } = await batchFile(context, id)
    return { name, type: 'application/xml; charset=utf-8', file: xml }
  },
  api: { path: '/v1/payout-batches/{id}/file', tag, output: z.unknown(), reply: asFile },
})

export const report = read({
  name: 'payout.dac7',
  summary: 'Sellers a year’s report to the tax office names (DAC7), as CSV or as a message of the DPI schema',
  rate: 'read',
  input: z.object({
    year: z.coerce.number().int().min(2023).max(2100),
    format: z.enum(['csv', 'xml']).default('csv'),
  }),
  run: async (context, { year, format }) => {
    const found = await dac7Report(context, year)
    const name = `dac7-${context.world}-${year}.${format}`
    if (format === 'csv') return { name, type: 'text/csv; charset=utf-8', file: dac7Csv(found) }
    const xml = dpiXml(found, context.env.company, new Date())
    return { name, type: 'application/xml; charset=utf-8', file: Buffer.from(xml) }
  },
  api: { path: '/v1/dac7', tag, output: z.unknown(), reply: asFile },
})

function asFile({ name, type, file }: { name: string; type: string; file: Buffer }): Reply<unknown> {
  return {
    stream: file,
    headers: {
      'Content-Type': type,
      'Content-Length': String(file.length),
      'Content-Disposition': contentDisposition(name),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  }
}
