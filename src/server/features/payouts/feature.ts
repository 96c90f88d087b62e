import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { accountClosed } from '../identity/service.ts'
import { feature } from '../manifest.ts'
import { leaveToSettle } from './closing.ts'
import { remindTaxData } from './dac7.ts'
import { approve, batch, fail, hold, refuse, run, settle, transfer } from './finance-actions.ts'
import { makePayoutsJob, remindTaxDataJob, sendTransferJob } from './jobs.ts'
import { payoutFailedMail, payoutSentMail, taxDataMail } from './mails.ts'
import { makePayouts } from './making.ts'
import { payoutsPersonalData } from './personal-data.ts'
import { bankDetails, file, log, mine, queue, report, sellerData, statement } from './reads.ts'
import {
  chooseWay,
  connect,
  pause,
  removeBankDetails,
  resume,
  saveBankDetails,
  saveTaxData,
} from './seller-actions.ts'
import { sendTransfer } from './transfers.ts'

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
