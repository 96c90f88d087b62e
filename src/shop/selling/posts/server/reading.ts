import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { authorPostsTag, authorTag, cardTag, postCardTag, postTag } from '#platform/events/page-tags.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { indexedPostWords, maxNumberedPages, postsPerPage } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import type { Elsewhere } from '#shop/catalogue/catalogue/server/types.ts'
import type { Post, PostCard } from '../rules/contract.ts'
import { withEmbeds } from './editing/embeds.ts'
import { postLiked } from './events.ts'
import { isOwnPost } from './policy.ts'
import { authorPostRows, countAuthorPosts, findPlace, findPost, type PlaceRow, setLike } from './queries.ts'
import { postCardView, postView } from './view.ts'

const relatedPosts = 3

/** A post as its page and the API show it. */
export interface PostPage {
  post: Post
  /** The author's newest other posts. */
  related: PostCard[]
  /** Too short to be offered to search engines. */
  noindex: boolean
  tags: string[]
}

/**
 * A published post. Undefined for an unknown one and a draft (404), 'gone' for one that was public and was deleted,
 * a redirect for one of another world.
 */
export async function postPage(context: Context, id: number): Promise<PostPage | Elsewhere | undefined> {
  const { db, world } = context
  const row = await findPost(db, id)
  if (row === undefined || row.published_at === null) return undefined
  if (row.world !== world) {
    if (row.status !== 'published' || !isLiveWorld(row.world)) return undefined
    return { redirectWorld: row.world, url: url('post', { world: row.world, id }) }
  }
  if (row.status === 'deleted') return 'gone'
  if (row.status !== 'published') return undefined
  const authorId = row.author_id
  const related = await authorPostRows(db, world, { authorId, limit: relatedPosts, offset: 0, without: id })
  const shown = await withEmbeds(context, { html: row.html, authorId })
  return {
    post: postView(context, { ...row, html: shown.html }),
    related: related.map((each) => postCardView(context, each)),
    noindex: row.word_count < indexedPostWords,
    tags: [
      ...[postTag(id), authorTag(authorId), authorPostsTag(authorId)],
      ...related.map((each) => postCardTag(each.id)),
      ...shown.materialIds.map(cardTag),
      ...(row.material_id === null ? [] : [cardTag(row.material_id)]),
    ],
  }
}

/** The same for the API. @throws ProductError not_found, gone */
export async function publicPost(context: Context, id: number): Promise<Post> {
  const page = await postPage(context, id)
  if (page === 'gone') throw new ProductError('gone')
  if (page === undefined || 'redirectWorld' in page) throw new ProductError('not_found')
  return page.post
}

/**
 * One numbered page, from 1, of an author's published posts, the newest first. Numbers end at 40.
 * @throws ProductError not_found for a page after the last one
 */
export async function blogPage(
  context: Context,
  authorId: number,
  page: number,
): Promise<{ posts: PostCard[]; page: number; pageCount: number; count: number }> {
  const { db, world } = context
  if (!Number.isSafeInteger(page) || page < 1 || page > maxNumberedPages) throw new ProductError('not_found')
  const limit = maxNumberedPages * postsPerPage
  const count = await countAuthorPosts(db, world, { authorId, limit })
  const pageCount = Math.max(1, Math.ceil(count / postsPerPage))
  if (page > pageCount) throw new ProductError('not_found')
  const offset = (page - 1) * postsPerPage
  const rows = await authorPostRows(db, world, { authorId, limit: postsPerPage, offset })
  return { posts: rows.map((row) => postCardView(context, row)), page, pageCount, count }
}

/**
 * A member likes a post, or no longer does. Counts once each. Answers how many do now.
 * @throws ProductError not_found, gone, forbidden (one's own post)
 */
export async function likePost(context: Context, postId: number, isLiked: boolean): Promise<number> {
  const member = requireMember(context)
  const { accountId } = member
  const { db, world } = context
  return await transaction(db, async (tx) => {
    const post = await publicPlace(tx, world, postId, true)
    if (isOwnPost(member, post)) throw new ProductError('forbidden')
    const count = await setLike(tx, world, { postId, accountId, isLiked })
    await emit(context, tx, postLiked, { postId })
    return count
  })
}

/** A post everybody may see, as comments and likes need it. @throws ProductError not_found, gone */
export async function publicPlace(tx: Db, world: string, postId: number, lock = false): Promise<PlaceRow> {
  const post = await findPlace(tx, world, postId, lock)
  if (post?.status === 'deleted' && post.published_at !== null) throw new ProductError('gone')
  if (post?.status !== 'published') throw new ProductError('not_found')
  return post
}
