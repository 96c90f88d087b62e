import type { ImageService } from '#platform/gateways/images/image-service.ts'
import { url } from '#platform/routing/url.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { Comment, OwnPost, Post, PostCard, Thread } from '../rules/contract.ts'
import type { CommentRow } from './comments/comment-queries.ts'
import type { OwnPostRow } from './editing/writing-queries.ts'
import type { PostRow } from './queries.ts'

interface ViewParts {
  world: LiveWorldCode
  images: ImageService
}

/** Words a minute an adult reads of a text of this kind. */
const readingSpeed = 200
/** Crops do not ask for the original's size. */
const anySize = { width: 0, height: 0 }

export function postCardView({ world, images }: ViewParts, row: PostRow): PostCard {
  const publishedAt = row.published_at ?? row.updated_at
  return {
    id: row.id,
    title: row.title,
    url: url('post', { world, id: row.id }),
    excerpt: row.excerpt,
    author: {
      id: row.author_id,
      name: row.author_name,
      url: url('author', {
        world: isLiveWorld(row.author_world) ? row.author_world : world,
        id: row.author_id,
        slug: row.author_slug,
      }),
    },
    cover: row.cover_key === null ? null : images.image('card', row.cover_key, anySize),
    publishedAt: publishedAt.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    readingMinutes: Math.max(1, Math.round(row.word_count / readingSpeed)),
    commentCount: row.comment_count,
    likeCount: row.like_count,
  }
}

export function postView(parts: ViewParts, row: PostRow): Post {
  const { material_id: id, material_title: title, material_slug: slug } = row
  return {
    ...postCardView(parts, row),
    html: row.html,
    wordCount: row.word_count,
    material:
      id === null || title === null || slug === null
        ? null
        : { id, title, url: url('material', { world: parts.world, id, slug }) },
  }
}

export function ownPostView(world: LiveWorldCode, row: OwnPostRow): OwnPost {
  return {
    id: row.id,
    title: row.title,
    source: row.source,
    materialId: row.material_id,
    status: row.status,
    version: row.version,
    url: url('post', { world, id: row.id }),
    updatedAt: row.updated_at.toISOString(),
    publishAt: row.publish_at?.toISOString() ?? null,
  }
}

/** Comments with their answers, in the order of the rows; of gone ones nothing is told. */
export function threadViews(
  post: { author_id: number },
  rows: readonly CommentRow[],
  replies: readonly CommentRow[],
): Thread[] {
  const byParent = Map.groupBy(replies, (row) => row.parent_id)
  return rows.map((row) => {
    const isGone = row.state !== 'shown'
    const said = commentView(post, row)
    return {
      ...said,
      ...(isGone && { author: '', isAuthor: false, text: '' }),
      isGone,
      replies: (byParent.get(row.id) ?? []).map((reply) => commentView(post, reply)),
    }
  })
}

function commentView(post: { author_id: number }, row: CommentRow): Comment {
  return {
    id: row.id,
    author: row.author,
    isAuthor: row.account_id === post.author_id,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    likeCount: row.like_count,
  }
}
