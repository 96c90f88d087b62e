import type { Context } from '#platform/context/context.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { sellTo } from '#shop/money/orders/server/service.ts'
import {
  batches,
  connectState,
  dac7Report,
  lastMonths,
  ownBank,
  ownPayouts,
  ownSellerData,
  payoutQueue,
} from '#shop/money/payouts/server/service.ts'

/** Where a seller's money goes, and who they are for the tax office. */
export async function loadBankDetails(context: Context) {
  const [bank, connect, data, { countries, country }] = await Promise.all([
    ownBank(context),
    connectState(context),
    ownSellerData(context),
    sellTo(context),
  ])
  return { bank, connect, data, countries, country: data?.country ?? country }
}

/** A seller's balance and payouts. */
export async function loadPayouts(context: Context) {
  return { ...(await ownPayouts(context)), months: lastMonths(context) }
}

/** What finance works on; `?search=` names sellers or a payout, `?year=` the year of the report. */
export async function loadFinancePayouts(context: Context, query: URLSearchParams) {
  const search = truncate(query.get('search') ?? '', 200).trim()
  const thisYear = new Date().getUTCFullYear()
  const asked = Number(query.get('year'))
  const year = asked >= 2023 && asked <= thisYear ? asked : thisYear
  const [payouts, files, report] = await Promise.all([
    payoutQueue(context, search),
    batches(context),
    dac7Report(context, year),
  ])
  const years = Array.from({ length: 3 }, (_, back) => thisYear - back)
  const hasTransfers = context.payments.transfers !== undefined
  const approved = payouts.flatMap(({ status, currency }) => (status === 'approved' ? [currency] : []))
  const currencies = [...new Set([worldOf(context.world).currency, ...approved])]
  const needsTwo = context.env.payoutFourEyes
  return { payouts, files, currencies, needsTwo, hasTransfers, report, search, year, years }
}
