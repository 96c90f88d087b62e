/** What other features, pages and the front may ask of accounts and sessions. */
export { acceptTerms, asMember, becomeSeller } from './account/account.ts'
export { keepPage } from './account/closing.ts'
export { foldEmail } from './account/email.ts'
export { type EmailChangeLink, emailChangePage } from './account/email-change.ts'
export { completionPage } from './account/invited.ts'
export { accountErasedMail } from './account/life-mails.ts'
export {
  acceptancesOf,
  findContact,
  type ProfileChange,
  setInviter,
  setPicture,
  updateProfileOf,
} from './account/life-queries.ts'
export { confirmPassword } from './account/password-change.ts'
export { ownPersonalisation } from './account/personalisation.ts'
export { givenName } from './account/public-name.ts'
export type { Registration } from './account/registration.ts'
export {
  accountClosed,
  accountErased,
  accountRegistered,
  accountSignedIn,
  sellerBegan,
} from './events.ts'
export { mailWindow } from './login/constant-time.ts'
export {
  type ActingSession,
  afterActing,
  afterLogin,
  afterLogout,
  afterOwnSession,
  arrived,
  clientOf,
} from './login/login.ts'
export { tellOfNewDevice } from './login/new-device.ts'
export { pendingLogin } from './login/pending-login.ts'
export { openProvenAccount, openUnknownAccount } from './login/proven-accounts.ts'
export { recoveryPage } from './login/recovery.ts'
export { isToken } from './login/token.ts'
export { resolveVisitor } from './login/visitor.ts'
export { type Device, ownDevices } from './sessions/devices.ts'
export { livingSessions } from './sessions/living-sessions.ts'
export {
  endProgramSessions,
  insertActingSession,
  parkSession,
  renewSession,
  takeUpSession,
} from './sessions/session-queries.ts'
export {
  authenticate,
  type Client,
  cleanSessions,
  endSession,
  isActive,
  type Login,
  logInAs,
  newSessionToken,
  openClientSession,
  openPublicSession,
  tokenForScripts,
} from './sessions/sessions.ts'
