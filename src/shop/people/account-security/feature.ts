import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
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
} from './server/actions.ts'
import { secondStepPassed } from './server/events.ts'
import { cleanChallengesJob } from './server/jobs.ts'
import { securityNotice } from './server/mails.ts'
import { deleteOldChallenges } from './server/passkey-queries.ts'
import { personalData } from './server/personal-data.ts'

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
