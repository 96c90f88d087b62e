export { createAutosave, type DraftState } from '#platform/browser/autosave.ts'
export { readHtml, sendPicture, storePost } from './posts-api.ts'
