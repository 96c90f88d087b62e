import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { secondStepPassed } from '../account-security/events.ts'
import { feature } from '../manifest.ts'
import { acceptTermsInForce, confirmAddress, openAccount, sendConfirmationAgain } from './account-actions.ts'
import { notePopup, personalisation, saveWhatOneTeaches, termsState } from './consent-actions.ts'
import { listDevices, logOutDevice, logOutOthers } from './device-actions.ts'
import {
  accountClosed,
  accountErased,
  accountRegistered,
  accountSignedIn,
  schoolPlaceChanged,
  sellerBegan,
} from './events.ts'
import { handlers } from './handlers.ts'
import { cleanSessionsJob } from './jobs.ts'
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
} from './life-actions.ts'
import {
  accountClosedMail,
  accountErasedMail,
  addressChangedMail,
  addressChangeMail,
  addressInUseMail,
  completionMail,
  newAddressMail,
  recoveryMail,
} from './life-mails.ts'
import { alreadyRegistered, confirmationMail, welcomeMail } from './mails.ts'
import { passwordsState } from './password.ts'
import { personalData } from './personal-data.ts'
import { csrfToken, user, validateSession } from './reads.ts'
import { leave, removeMember, verifyMember } from './school-actions.ts'
import { schoolRemovedMail, schoolUnverifiedMail } from './school-mails.ts'
import { memberList, schoolPlace } from './school-reads.ts'
import { noteSecondStep } from './second-step.ts'
import { logInWithPasskey, takeSecondStep } from './second-step-actions.ts'
import { cleanSessions } from './service.ts'
import { logOut } from './session-actions.ts'

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
    ...[leave, removeMember, verifyMember],
  ],
  reads: [
    ...[csrfToken, validateSession, user, listDevices, termsState, personalisation],
    ...[schoolPlace, memberList],
  ],
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
    ...[schoolRemovedMail, schoolUnverifiedMail],
  ],
  events: [accountSignedIn, accountRegistered, sellerBegan, accountClosed, accountErased, schoolPlaceChanged],
  on: [on(secondStepPassed, 'now', 'identity.mark-second-step', noteSecondStep)],
  tables: [
    'account',
    'school',
    'school_account',
    'session',
    'email_token',
    'terms_acceptance',
    'personalisation',
  ],
  personalData,
})
