/** What is needed to arrange the library, and not to read it: a file of its own, fetched by arrange.ts. */
export { change, undo } from '../../browser/library-moves.ts'
export { lyingIn, moving } from '../../browser/library-shelf.ts'
export { DeedNotice } from '../DeedNotice.tsx'
export { FolderForms } from './FolderForms.tsx'
export { MoveBar } from './MoveBar.tsx'
