/** Everything of one's own in one file, and how long things are kept. */
export { eraseAccounts } from './erasing.ts'
export { makeExport, type OwnExport, ownExports } from './exporting.ts'
export { enforceRetention } from './retention.ts'
