import { event } from '#platform/events/event.ts'
import { authorPostsTag, materialTag, postCardTag, postTag } from '#platform/events/page-tags.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

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
  tags: ({ postId, authorId }: AboutPost) => [postTag(postId), postCardTag(postId), authorPostsTag(authorId)],
}

/** A draft became public, or a deleted post is public again. */
export const postPublished = event<AboutPost>('post.published', shown)
/** New words of a public post. */
export const postChanged = event<AboutPost>('post.changed', shown)
export const postWithdrawn = event<AboutPost>('post.withdrawn', {
  tags: ({ authorId }) => [authorPostsTag(authorId)],
  gone: ({ postId }) => [postTag(postId), postCardTag(postId)],
})

/** The page that shows what is said at a place. */
const pageOf = ({ postId, materialId }: OnPlace) => {
  if (postId !== null) return [postTag(postId)]
  return materialId === null ? [] : [materialTag(materialId)]
}
/** Lists of posts say how many comments there are. */
const countsOf = ({ postId }: OnPlace) => (postId === null ? [] : [postCardTag(postId)])

export const postLiked = event<OnPost>('post.liked', { tags: ({ postId }) => [postTag(postId)] })
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
export const commentLiked = event<OnPlace>('comment.liked', { tags: pageOf })
/** A comment was written, or is shown again. */
export const commentShown = event<OnPlace>('comment.shown', {
  tags: (place) => [...pageOf(place), ...countsOf(place)],
})
/** A comment was deleted or hidden: its words are not shown any more, not even while the database is away. */
export const commentWithdrawn = event<OnPlace>('comment.withdrawn', {
  gone: pageOf,
  tags: countsOf,
})
