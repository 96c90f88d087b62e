/** What other features and pages may ask of posts. */
export {
  commentsToModerate,
  hiddenComments,
  isModerator,
  questionThreads,
  taggedComments,
} from './comments.ts'
export { commentsOf } from './erasing-queries.ts'
export { postChanged, postPublished, postWithdrawn } from './events.ts'
export { blockComment, blockPost, releaseComment, unblockComment, unblockPost } from './moderating.ts'
export { ownPictures } from './pictures.ts'
export { belowPost } from './places.ts'
export { previewHtml } from './preview.ts'
export { blogPage, type PostPage, postPage } from './reading.ts'
export { postVersions } from './schedule.ts'
export { ownPost, ownPosts, postMaterials } from './writing.ts'
