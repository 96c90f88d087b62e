import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import { confirm, state } from './actions.ts'
import { receiveWithdrawalJob } from './jobs.ts'
import { withdrawalStatementMail } from './mails.ts'
import { receiveWithdrawal } from './receiving.ts'

/** The function to withdraw from a contract (directive 2011/83/EU, article 11a): open to everybody, without an account. */
export const withdrawals = feature({
  name: 'withdrawals',
  actions: [state, confirm],
  jobs: [worker(receiveWithdrawalJob, receiveWithdrawal)],
  mails: [withdrawalStatementMail],
})
