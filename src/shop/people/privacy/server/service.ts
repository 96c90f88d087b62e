/** Everything of one's own in one file, and how long things are kept. */
export { type OwnExport, ownExports } from './exporting.ts'
