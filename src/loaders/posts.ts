import { randomUUID } from 'node:crypto'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { authorListTag, authorPostsTag, postCardTag } from '#platform/events/page-tags.ts'
import { sellerOf } from '#platform/http/access/access.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { url } from '#platform/routing/url.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { authorPage, cardTags, joinTags } from '#shop/catalogue/catalogue/server/service.ts'
import { postFacts, shareImagePath } from '#shop/catalogue/seo/server/service.ts'
import { ownDraft } from '#shop/people/form-drafts/server/service.ts'
import {
  belowPost,
  blogPage,
  commentsToModerate,
  isModerator,
  ownPictures,
  ownPost,
  ownPosts,
  postMaterials,
  postPage,
  postVersions,
  previewHtml,
  taggedComments,
} from '#shop/selling/posts/server/service.ts'
import { loadAuthorHead, pageOf } from './authors.ts'

type Params = Readonly<Record<string, string>>
type Typed = Readonly<Record<string, string>>

const materialsShown = 12

/** A post with its comments and what else its author made, or where else to go: another world. */
export async function loadPost(context: Context, params: Params, query: URLSearchParams) {
  const { world } = context
  const page = await postPage(context, Number(params.id))
  if (page === undefined) throw new ProductError('not_found')
  if (page === 'gone') throw new ProductError('gone')
  if ('redirectWorld' in page) return { moved: page.url }
  const { post } = page
  const [comments, found] = await Promise.all([
    taggedComments(context, belowPost(post.id), query.get('after') ?? undefined),
    authorPage(context, post.author.id),
  ])
  const isAuthor = found !== undefined && found !== 'gone' && 'author' in found
  const materials = isAuthor ? found.materials.slice(0, materialsShown) : []
  const day = formatDate(new Date(post.publishedAt), world, 'long')
  return {
    ...page,
    ...comments,
    author: isAuthor ? found.author : undefined,
    materials,
    tags: isAuthor
      ? joinTags(
          page.tags,
          comments.tags,
          [authorListTag(post.author.id), `followers:${post.author.id}`],
          cardTags(materials),
        )
      : joinTags(page.tags, comments.tags),
    shareImage: shareImagePath(context, { world, kind: 'post', id: post.id }, postFacts(post, day)),
  }
}

/** One numbered page of an author's posts below their head, or where else to go. @throws ProductError not_found */
export async function loadAuthorBlog(context: Context, params: Params, query: URLSearchParams) {
  const head = await loadAuthorHead(context, params, 'author-blog')
  if ('moved' in head) return head
  const { id, slug, isPrivate } = head.author
  const blog = await blogPage(context, id, pageOf(query))
  const address = { world: context.world, id, slug: slug || '-' }
  return {
    ...head,
    blog,
    tags: [...head.tags, authorPostsTag(id), ...blog.posts.map((post) => postCardTag(post.id))],
    noindex: blog.count === 0 || isPrivate,
    pageUrl: (page: number) => url('author-blog', { ...address, query: page > 1 ? { page } : {} }),
  }
}

/**
 * The editor: an own post by `?id=`, or an empty one, with what was typed before where the page is shown again; the list
 * of own posts; comments to decide about. Operators see only the comments of other people's posts.
 * @throws ProductError forbidden, not_found
 */
export async function loadPostEditor(
  context: Context,
  query: URLSearchParams,
  typed: Typed | undefined,
  preview: { html: string } | undefined,
) {
  const id = readId(typed?.postId ?? query.get('id'))
  if (id !== undefined && isModerator(context)) {
    const comments = await commentsToModerate(context, id)
    const isOwn = sellerOf(context) !== undefined && (await ownPosts(context)).some((post) => post.id === id)
    if (!isOwn) return { kind: 'moderation' as const, id, comments }
  }
  if (query.has('id') && id === undefined) throw new ProductError('not_found')
  const source = (post: { source: string } | undefined) => typed?.source ?? post?.source ?? ''
  const [posts, materials, post, comments, versions, pictures] = await Promise.all([
    ownPosts(context),
    postMaterials(context),
    id === undefined ? undefined : ownPost(context, id),
    id === undefined ? [] : commentsToModerate(context, id),
    id === undefined ? [] : postVersions(context, id),
    ownPictures(context),
  ])
  const former = versions.find(({ version }) => version === readId(query.get('version')))
  const deletedId = readId(query.get('deleted'))
  return {
    kind: 'editor' as const,
    post,
    posts: posts.filter(({ status }) => status !== 'deleted'),
    deleted: posts.find((each) => each.id === deletedId && each.status === 'deleted'),
    materials,
    pictures,
    /** A picture that was just sent. */
    newPictureId: readId(query.get('picture')),
    comments,
    versions: versions.map(({ version, title, created_at }) => ({ version, title, createdAt: created_at })),
    values: {
      title: typed?.title ?? former?.title ?? post?.title ?? '',
      source: source(former ?? post),
      materialId: typed?.materialId ?? String(post?.materialId ?? ''),
      /** Of a preview the one it began with; after a conflict the newest: saving again overwrites it knowingly. */
      version: String((preview && typed?.version) ?? post?.version ?? ''),
      key: typed?.key ?? randomUUID(),
    },
    draft:
      post?.status === 'published' && former === undefined
        ? await ownDraft(context, 'save-post', post.id)
        : undefined,
    /** What the editor begins with. */
    html: preview?.html ?? (await previewHtml(context, source(former ?? post))),
    isPreview: preview !== undefined,
  }
}
