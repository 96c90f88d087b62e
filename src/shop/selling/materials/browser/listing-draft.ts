export { createAutosave, type DraftState } from '#platform/browser/autosave.ts'
export { storeListing } from './listings-api.ts'
