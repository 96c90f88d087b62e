import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { accountClosed } from '#shop/people/identity/server/service.ts'
import { sendTransfer } from './server/bank/transfers.ts'
import { leaveToSettle } from './server/closing.ts'
import { approve, batch, fail, hold, refuse, run, settle, transfer } from './server/finance-actions.ts'
import { makePayoutsJob, remindTaxDataJob, sendTransferJob } from './server/jobs.ts'
import { payoutFailedMail, payoutSentMail, taxDataMail } from './server/mails.ts'
import { makePayouts } from './server/making.ts'
import { payoutsPersonalData } from './server/personal-data.ts'
import { bankDetails, file, log, mine, queue, report, sellerData, statement } from './server/reads.ts'
import { remindTaxData } from './server/reports/dac7.ts'
import {
  chooseWay,
  connect,
  pause,
  removeBankDetails,
  resume,
  saveBankDetails,
  saveTaxData,
} from './server/seller-actions.ts'

/** Sellers' money: where it goes, when it goes, and what the tax office hears about it. */
export const payouts = feature({
  name: 'payouts',
  actions: [
    ...[saveBankDetails, removeBankDetails, saveTaxData, pause, resume, connect, chooseWay],
    ...[approve, hold, refuse, settle, fail, batch, transfer, run],
  ],
  reads: [bankDetails, sellerData, mine, statement, queue, log, file, report],
  jobs: [
    worker(sendTransferJob, sendTransfer),
    worker(
      makePayoutsJob,
      async (deps) => {
        await makePayouts(deps)
      },
      { cron: '20 3 1 * *' },
    ),
    worker(
      remindTaxDataJob,
      async (deps) => {
        await remindTaxData(deps)
      },
      { cron: '40 6 3 * *' },
    ),
  ],
  mails: [payoutSentMail, payoutFailedMail, taxDataMail],
  tables: [
    'seller_bank',
    'seller_connect',
    'seller_tax',
    'seller_payout_setting',
    'payout_batch',
    'payout',
    'payout_event',
  ],
  personalData: payoutsPersonalData,
  on: [on(accountClosed, 'now', 'payouts.leave-to-settle', leaveToSettle)],
})
