import { z } from 'zod'
import { ProductError } from '#platform/errors.ts'
import { read } from '#platform/http/access/action.ts'
import { maxNumberedPages } from '#platform/limits.ts'
import { wholeNumber } from '#platform/rules/contract/number.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { authorProfile } from '#shop/selling/authors/server/service.ts'
import { commentPageSchema, ownPostSchema, postPageSchema, postSchema } from '../rules/contract.ts'
import { belowPost, belowQuestion } from './comments/comment-targets.ts'
import { listComments } from './comments/comments.ts'
import { postVersions } from './editing/schedule.ts'
import { ownPost } from './editing/writing.ts'
import { blogPage, publicPost } from './reading.ts'

const tag = 'posts'

export const post = read({
  name: 'post.view',
  summary: 'A published post',
  rate: 'read',
  input: z.object({ postId: idSchema }),
  run: async (context, { postId }) => await publicPost(context, postId),
  api: { path: '/v1/posts/{postId}', tag, output: postSchema },
})

export const ofAuthor = read({
  name: 'post.list',
  summary: "An author's published posts, the newest first",
  rate: 'read',
  input: z.object({ authorId: idSchema, page: wholeNumber(1, maxNumberedPages).default(1) }),
  async run(context, { authorId, page }) {
    const author = await authorProfile(context, authorId)
    if (author === undefined || author === 'gone' || 'redirectWorld' in author)
      throw new ProductError('not_found')
    return await blogPage(context, authorId, page)
  },
  api: {
    path: '/v1/authors/{authorId}/posts',
    tag,
    output: postPageSchema,
    reply: ({ posts, page, pageCount }) => ({ data: { posts, page, pageCount } }),
  },
})

export const source = read({
  name: 'post.source',
  summary: 'An own post with what was typed',
  rate: 'read',
  input: z.object({ postId: idSchema }),
  run: async (context, { postId }) => await ownPost(context, postId),
  api: { path: '/v1/posts/{postId}/source', tag, output: ownPostSchema },
})

export const versions = read({
  name: 'post.versions',
  summary: 'What an own post said before its last changes, the newest first',
  rate: 'read',
  input: z.object({ postId: idSchema }),
  run: async (context, { postId }) => ({
    versions: (await postVersions(context, postId)).map(({ created_at, ...row }) => ({
      ...row,
      until: created_at.toISOString(),
    })),
  }),
  api: {
    path: '/v1/posts/{postId}/versions',
    tag,
    output: z.object({
      versions: z.array(
        z.object({ version: z.number().int(), title: z.string(), source: z.string(), until: z.string() }),
      ),
    }),
  },
})

export const comments = read({
  name: 'comment.list',
  summary: 'Comments on a post with their answers, the oldest first',
  rate: 'read',
  input: z.object({ postId: idSchema, cursor: z.string().max(200).optional() }),
  run: async (context, { postId, cursor }) => await listComments(context, belowPost(postId), cursor),
  api: { path: '/v1/posts/{postId}/comments', tag, output: commentPageSchema },
})

export const commentsOnQuestion = read({
  name: 'comment.list-of-question',
  summary: 'What is said below an answered question, the oldest first',
  rate: 'read',
  input: z.object({ questionId: idSchema, cursor: z.string().max(200).optional() }),
  run: async (context, { questionId, cursor }) =>
    await listComments(context, belowQuestion(questionId), cursor),
  api: { path: '/v1/questions/{questionId}/comments', tag, output: commentPageSchema },
})
