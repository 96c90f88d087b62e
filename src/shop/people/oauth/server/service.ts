/** What pages and the front may ask of the authorization of programs. */
export { type Consent, consentFor } from './consent.ts'
export { ownPrograms, type Program } from './programs.ts'
