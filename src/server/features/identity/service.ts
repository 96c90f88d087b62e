/** What other features, pages and the front may ask of accounts and sessions. */
export { acceptTerms, asMember, becomeSeller } from './account.ts'
export { keepPage } from './closing.ts'
export { findContact } from './contact-queries.ts'
export { type Device, ownDevices } from './devices.ts'
export { foldEmail } from './email.ts'
export { type EmailChangeLink, emailChangePage } from './email-change.ts'
export { mailWindow } from './even-time.ts'
export {
  accountClosed,
  accountErased,
  accountRegistered,
  accountSignedIn,
  schoolPlaceChanged,
  sellerBegan,
} from './events.ts'
export { completionPage } from './invited.ts'
export { accountErasedMail } from './life-mails.ts'
export { livingSessions } from './living-sessions.ts'
export {
  type ActingSession,
  afterActing,
  afterLogin,
  afterLogout,
  afterOwnSession,
  arrived,
  clientOf,
} from './login.ts'
export { tellOfNewDevice } from './new-device.ts'
export { confirmPassword } from './password-change.ts'
export { pendingLogin } from './pending-login.ts'
export { ownPersonalisation } from './personalisation.ts'
export { type ProfileChange, setInviter, setPicture, updateProfileOf } from './profile-queries.ts'
export { openProvenAccount, openUnknownAccount } from './proven-accounts.ts'
export { givenName } from './public-name.ts'
export { recoveryPage } from './recovery.ts'
export type { Registration } from './registration.ts'
export {
  ownSchoolPlace,
  type SchoolMember,
  type SchoolPlace,
  schoolMembers,
} from './school-view.ts'
export { newSessionToken } from './session-tokens.ts'
export {
  endProgramSessions,
  insertActingSession,
  parkSession,
  renewSession,
  takeUpSession,
} from './session-update-queries.ts'
export {
  authenticate,
  type Client,
  cleanSessions,
  endSession,
  isActive,
  type Login,
  logInAs,
  openClientSession,
  openPublicSession,
  tokenForScripts,
} from './sessions.ts'
export { isToken } from './token.ts'
export { type Credentials, resolveVisitor } from './visitor.ts'
