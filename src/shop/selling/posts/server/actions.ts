import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { reportInputSchema } from '#platform/rules/contract/feedback.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { refusedReport } from '#shop/community/feedback/server/service.ts'
import { ownPostSchema, postChangeSchema, postInputSchema } from '../rules/contract.ts'
import { postAddress } from './address.ts'
import { reportPost } from './comments/reports.ts'
import { createPost, savePost } from './editing/writing.ts'
import { likePost } from './reading.ts'

const tag = 'posts'
const ofPost = z.object({ postId: idSchema })
const fromAddress = { postId: 'id' }
const likesSchema = z.object({ likeCount: z.number().int() })

export const create = action({
  name: 'post.create',
  summary: 'Write a draft',
  rate: 'write',
  idempotent: 'in-transaction',
  input: postInputSchema,
  run: async (context, input) => await createPost(context, input),
  api: {
    method: 'post',
    path: '/v1/posts',
    tag,
    output: ownPostSchema,
    reply: (data) => ({ status: 201, data }),
  },
})

export const save = action({
  name: 'post.save',
  summary: 'Save an own post; conflict when a newer version is there',
  rate: 'write',
  input: postChangeSchema.extend({ postId: idSchema }),
  run: async (context, { postId, ...input }) => await savePost(context, postId, input),
  api: { method: 'put', path: '/v1/posts/{postId}', tag, output: ownPostSchema },
})

export const like = action({
  name: 'post.like',
  summary: 'Like a post; counts once for each member',
  rate: 'write',
  input: ofPost,
  run: async (context, { postId }) => ({ likeCount: await likePost(context, postId, true) }),
  api: { method: 'put', path: '/v1/posts/{postId}/like', tag, output: likesSchema },
  form: {
    page: 'post',
    intent: 'like-post',
    fromAddress,
    done: (_likes, { context, input }) => postAddress(context, input.postId, '#liked'),
  },
})

export const unlike = action({
  name: 'post.unlike',
  summary: 'Take a like back',
  rate: 'write',
  input: ofPost,
  run: async (context, { postId }) => ({ likeCount: await likePost(context, postId, false) }),
  api: { method: 'delete', path: '/v1/posts/{postId}/like', tag, output: likesSchema },
  form: {
    page: 'post',
    intent: 'unlike-post',
    fromAddress,
    done: (_likes, { context, input }) => postAddress(context, input.postId, '#post'),
  },
})

export const report = action({
  name: 'report.post',
  summary: 'Report a post or a comment on it; confirmed by mail',
  rate: 'write',
  input: reportInputSchema.extend({ postId: idSchema, commentId: idSchema.nullable().default(null) }),
  run: async (context, { postId, commentId, ...input }) =>
    await reportPost(context, { postId, commentId }, { input }),
  api: {
    method: 'post',
    path: '/v1/posts/{postId}/reports',
    tag,
    output: z.object({ done: z.literal(true) }),
    reply: () => ({ data: { done: true as const } }),
  },
  form: {
    page: 'post',
    intent: 'report-post',
    failed: refusedReport,
    fromAddress,
    done: (_result, { context, input }) => postAddress(context, input.postId, '#report-sent'),
  },
})
