import type { LiveWorldCode } from '#shared/contract/world.ts'
import { event } from '../../events/event.ts'

interface AboutPost {
  postId: number
  authorId: number
  world: LiveWorldCode
}

interface OnPost {
  postId: number
}

const shown = {
  tags: ({ postId, authorId }: AboutPost) => [`post:${postId}`, `author-posts:${authorId}`],
}

/** A draft became public, or a deleted post is public again. */
export const postPublished = event<AboutPost>('post.published', shown)
/** New words of a public post. */
export const postChanged = event<AboutPost>('post.changed', shown)
export const postWithdrawn = event<AboutPost>('post.withdrawn', {
  tags: ({ authorId }) => [`author-posts:${authorId}`],
  gone: ({ postId }) => [`post:${postId}`],
})

const onPost = { tags: ({ postId }: OnPost) => [`post:${postId}`] }

export const postLiked = event<OnPost>('post.liked', onPost)
/** Somebody commented on a public post. */
export const commentWritten = event<
  OnPost & { commentId: number; authorId: number; writerId: number; mentionedIds: readonly number[] }
>('comment.written')
/** A comment was written, or is shown again. */
export const commentShown = event<OnPost>('comment.shown', onPost)
/** A comment was deleted or hidden: its words are not shown any more, not even while the database is away. */
export const commentWithdrawn = event<OnPost>('comment.withdrawn', {
  gone: ({ postId }) => [`post:${postId}`],
})
