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

/** What a comment stands below: a post, or a question about a material. */
export interface OnPlace {
  postId: number | null
  materialId: number | null
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
const tagOf = ({ postId, materialId }: OnPlace) =>
  postId === null ? `material:${materialId}` : `post:${postId}`
const onPlace = { tags: (place: OnPlace) => [tagOf(place)] }

export const postLiked = event<OnPost>('post.liked', onPost)
/** Somebody commented. `askerId`: who asked what it stands below. */
export const commentWritten = event<
  OnPlace & {
    commentId: number
    authorId: number
    askerId: number | null
    writerId: number
    mentionedIds: readonly number[]
  }
>('comment.written')
export const commentLiked = event<OnPlace>('comment.liked', onPlace)
/** A comment was written, or is shown again. */
export const commentShown = event<OnPlace>('comment.shown', onPlace)
/** A comment was deleted or hidden: its words are not shown any more, not even while the database is away. */
export const commentWithdrawn = event<OnPlace>('comment.withdrawn', {
  gone: (place) => [tagOf(place)],
})
