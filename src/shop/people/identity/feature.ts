import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { secondStepPassed } from '#shop/people/account-security/server/events.ts'
import {
  acceptTermsInForce,
  confirmAddress,
  openAccount,
  sendConfirmationAgain,
} from './server/account/account-actions.ts'
import {
  notePopup,
  personalisation,
  saveWhatOneTeaches,
  termsState,
} from './server/account/consent-actions.ts'
import {
  askForEmail,
  closeAccountAction,
  complete,
  confirmEmailChange,
  confirmOwnPassword,
  forgot,
  invite,
  keepAccountAction,
  recover,
  setNewPassword,
} from './server/account/life-actions.ts'
import {
  accountClosedMail,
  accountErasedMail,
  addressChangedMail,
  addressChangeMail,
  addressInUseMail,
  completionMail,
  newAddressMail,
  recoveryMail,
} from './server/account/life-mails.ts'
import {
  accountClosed,
  accountErased,
  accountRegistered,
  accountSignedIn,
  sellerBegan,
} from './server/events.ts'
import { handlers } from './server/handlers.ts'
import { cleanSessionsJob } from './server/jobs.ts'
import { passwordsState } from './server/login/password.ts'
import { noteSecondStep } from './server/login/second-step.ts'
import { logInWithPasskey, takeSecondStep } from './server/login/second-step-actions.ts'
import { alreadyRegistered, confirmationMail, welcomeMail } from './server/mails.ts'
import { personalData } from './server/personal-data.ts'
import { csrfToken, user, validateSession } from './server/reads.ts'
import { cleanSessions } from './server/service.ts'
import { listDevices, logOutDevice, logOutOthers } from './server/sessions/device-actions.ts'
import { logOut } from './server/sessions/session-actions.ts'

/** Accounts, sessions and the visitor. */
export const identity = feature({
  name: 'identity',
  actions: [
    takeSecondStep,
    logInWithPasskey,
    logOut,
    openAccount,
    confirmAddress,
    sendConfirmationAgain,
    acceptTermsInForce,
    forgot,
    recover,
    complete,
    invite,
    askForEmail,
    confirmEmailChange,
    setNewPassword,
    confirmOwnPassword,
    closeAccountAction,
    keepAccountAction,
    logOutDevice,
    logOutOthers,
    notePopup,
    saveWhatOneTeaches,
  ],
  reads: [...[csrfToken, validateSession, user, listDevices, termsState, personalisation]],
  handlers,
  states: [passwordsState],
  jobs: [worker(cleanSessionsJob, cleanSessions, { cron: '23 3 * * *' })],
  mails: [
    confirmationMail,
    welcomeMail,
    alreadyRegistered,
    recoveryMail,
    completionMail,
    newAddressMail,
    addressChangeMail,
    addressChangedMail,
    addressInUseMail,
    accountClosedMail,
    accountErasedMail,
  ],
  events: [accountSignedIn, accountRegistered, sellerBegan, accountClosed, accountErased],
  on: [on(secondStepPassed, 'now', 'identity.mark-second-step', noteSecondStep)],
  tables: ['account', 'session', 'email_token', 'terms_acceptance', 'personalisation'],
  personalData,
})
