import { z } from 'zod'
import { reportInputSchema } from '#shared/contract/feedback.ts'
import {
  commentInputSchema,
  commentPageSchema,
  ownPostSchema,
  postChangeSchema,
  postInputSchema,
  postPageSchema,
  postSchema,
} from '#shared/contract/post.ts'
import { idSchema } from '#shared/contract/world.ts'
import { maxNumberedPages } from '#shared/limits.ts'
import { type Endpoint, endpoint } from '../../api/endpoint.ts'
import { deleteComment, hideComment, listComments, writeComment } from './comments.ts'
import { reportPost } from './reports.ts'
import { blogPage, likePost, publicPost } from './service.ts'
import { createPost, deletePost, ownPost, publishPost, restorePost, savePost } from './writing.ts'

const params = z.object({ id: idSchema })
const doneSchema = z.object({ done: z.literal(true) })
const done = { data: { done: true as const } }
const likesSchema = z.object({ likeCount: z.number().int() })

const reading = { tag: 'posts', access: 'public', terms: 'skipped', rate: 'read', params } as const
const writing = { tag: 'posts', access: 'member', terms: 'required', rate: 'write', params } as const
const selling = { ...writing, access: 'seller', output: ownPostSchema } as const

export const postEndpoints: Endpoint[] = [
  endpoint({
    ...reading,
    method: 'get',
    path: '/v1/posts/{id}',
    summary: 'A published post',
    output: postSchema,
    handler: async (context, { params }) => ({ data: await publicPost(context, params.id) }),
  }),
  endpoint({
    ...reading,
    method: 'get',
    path: '/v1/authors/{id}/posts',
    summary: "An author's published posts, the newest first",
    query: z.object({ page: z.coerce.number().int().min(1).max(maxNumberedPages).default(1) }),
    output: postPageSchema,
    async handler(context, { params, query }) {
      const { posts, page, pageCount } = await blogPage(context, params.id, query.page)
      return { data: { posts, page, pageCount } }
    },
  }),
  endpoint({
    ...selling,
    params: undefined,
    method: 'post',
    path: '/v1/posts',
    summary: 'Write a draft',
    idempotent: true,
    body: postInputSchema,
    handler: async (context, { body }) => ({ status: 201, data: await createPost(context, body) }),
  }),
  endpoint({
    ...selling,
    terms: 'skipped',
    rate: 'read',
    method: 'get',
    path: '/v1/posts/{id}/source',
    summary: 'An own post with what was typed',
    handler: async (context, { params }) => ({ data: await ownPost(context, params.id) }),
  }),
  endpoint({
    ...selling,
    method: 'put',
    path: '/v1/posts/{id}',
    summary: 'Save an own post; conflict when a newer version is there',
    body: postChangeSchema,
    handler: async (context, { params, body }) => ({ data: await savePost(context, params.id, body) }),
  }),
  endpoint({
    ...selling,
    method: 'put',
    path: '/v1/posts/{id}/published',
    summary: 'Make an own draft public',
    handler: async (context, { params }) => ({ data: await publishPost(context, params.id) }),
  }),
  endpoint({
    ...selling,
    method: 'delete',
    path: '/v1/posts/{id}',
    summary: 'Delete an own post; it can be put back',
    handler: async (context, { params }) => ({ data: await deletePost(context, params.id) }),
  }),
  endpoint({
    ...selling,
    method: 'put',
    path: '/v1/posts/{id}/restored',
    summary: 'Put a deleted own post back',
    handler: async (context, { params }) => ({ data: await restorePost(context, params.id) }),
  }),
  endpoint({
    ...writing,
    method: 'put',
    path: '/v1/posts/{id}/like',
    summary: 'Like a post; counts once for each member',
    output: likesSchema,
    handler: async (context, { params }) => ({
      data: { likeCount: await likePost(context, params.id, true) },
    }),
  }),
  endpoint({
    ...writing,
    method: 'delete',
    path: '/v1/posts/{id}/like',
    summary: 'Take a like back',
    output: likesSchema,
    handler: async (context, { params }) => ({
      data: { likeCount: await likePost(context, params.id, false) },
    }),
  }),
  endpoint({
    ...reading,
    method: 'get',
    path: '/v1/posts/{id}/comments',
    summary: 'Comments on a post with their answers, the oldest first',
    query: z.object({ cursor: z.string().max(200).optional() }),
    output: commentPageSchema,
    handler: async (context, { params, query }) => ({
      data: await listComments(context, params.id, query.cursor),
    }),
  }),
  endpoint({
    ...writing,
    method: 'post',
    path: '/v1/posts/{id}/comments',
    summary: 'Comment on a post, or answer a comment',
    idempotent: true,
    body: commentInputSchema,
    output: z.object({ id: z.number().int() }),
    handler: async (context, { params, body }) => ({
      status: 201,
      data: { id: await writeComment(context, params.id, body) },
    }),
  }),
  endpoint({
    ...writing,
    method: 'delete',
    path: '/v1/comments/{id}',
    summary: 'Delete the own comment',
    output: doneSchema,
    async handler(context, { params }) {
      await deleteComment(context, params.id)
      return done
    },
  }),
  endpoint({
    ...writing,
    method: 'put',
    path: '/v1/comments/{id}/hidden',
    summary: 'Hide a comment: the author of the post, or an operator',
    output: doneSchema,
    async handler(context, { params }) {
      await hideComment(context, params.id, true)
      return done
    },
  }),
  endpoint({
    ...writing,
    method: 'delete',
    path: '/v1/comments/{id}/hidden',
    summary: 'Show a hidden comment again',
    output: doneSchema,
    async handler(context, { params }) {
      await hideComment(context, params.id, false)
      return done
    },
  }),
  endpoint({
    ...writing,
    access: 'public',
    terms: 'skipped',
    method: 'post',
    path: '/v1/posts/{id}/reports',
    summary: 'Report a post or a comment on it; confirmed by mail',
    body: reportInputSchema.extend({ commentId: idSchema.nullable().default(null) }),
    output: doneSchema,
    async handler(context, { params, body, raw }) {
      const { commentId, ...input } = body
      await reportPost(context, { postId: params.id, commentId }, { input, ip: raw.ip })
      return done
    },
  }),
]
