import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { confirm, state } from './server/actions.ts'
import { receiveWithdrawalJob } from './server/jobs.ts'
import { withdrawalStatementMail } from './server/mails.ts'
import { receiveWithdrawal } from './server/receiving.ts'

/** The function to withdraw from a contract (directive 2011/83/EU, article 11a): open to everybody, without an account. */
export const withdrawals = feature({
  name: 'withdrawals',
  actions: [state, confirm],
  jobs: [worker(receiveWithdrawalJob, receiveWithdrawal)],
  mails: [withdrawalStatementMail],
})
