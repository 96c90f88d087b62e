/** What pages and other features may ask of accounts elsewhere. */
export { isOffered, linkToConfirm, logInWithToken } from './log-in.ts'
