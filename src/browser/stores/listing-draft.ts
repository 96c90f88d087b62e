export { storeListing } from '../api/listings.ts'
export { createAutosave, type DraftState } from './autosave.ts'
