/** What pages and other features may ask of accounts elsewhere. */
export { linkToConfirm, logInWithToken } from './log-in.ts'
