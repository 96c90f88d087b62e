import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import {
  askPasskey,
  confirmSecondStep,
  dropPasskey,
  keepPasskey,
  listPasskeys,
  makePasskey,
  provePasskey,
  renewCodes,
  startSecondStep,
  stopSecondStep,
} from './actions.ts'
import { secondStepPassed } from './events.ts'
import { cleanChallengesJob } from './jobs.ts'
import { securityNotice } from './mails.ts'
import { deleteOldChallenges } from './passkey-queries.ts'
import { personalData } from './personal-data.ts'

/** What guards an account beside its password: the second step, passkeys, and mails about each change. */
export const accountSecurity = feature({
  name: 'account-security',
  actions: [
    startSecondStep,
    confirmSecondStep,
    stopSecondStep,
    renewCodes,
    makePasskey,
    keepPasskey,
    dropPasskey,
    askPasskey,
    provePasskey,
  ],
  reads: [listPasskeys],
  jobs: [worker(cleanChallengesJob, ({ db }) => deleteOldChallenges(db), { cron: '41 * * * *' })],
  events: [secondStepPassed],
  mails: [securityNotice],
  tables: ['totp', 'second_step_failure', 'recovery_code', 'passkey', 'passkey_challenge'],
  personalData,
})
