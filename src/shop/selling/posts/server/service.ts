/** What other features and pages may ask of posts. */

export { belowPost } from './comments/comment-targets.ts'
export {
  commentsToModerate,
  hiddenComments,
  isModerator,
  questionThreads,
  taggedComments,
} from './comments/comments.ts'
export {
  blockComment,
  blockPost,
  releaseComment,
  unblockComment,
  unblockPost,
} from './comments/moderating.ts'
export { ownPictures } from './editing/pictures.ts'
export { previewHtml } from './editing/preview.ts'
export { postVersions } from './editing/schedule.ts'
export { ownPost, ownPosts, postMaterials } from './editing/writing.ts'
export { commentsOf } from './erasing-queries.ts'
export { postChanged, postPublished, postWithdrawn } from './events.ts'
export { blogPage, type PostPage, postPage } from './reading.ts'
