export { readHtml, sendPicture, storePost } from '../api/posts.ts'
export { createAutosave, type DraftState } from './autosave.ts'
