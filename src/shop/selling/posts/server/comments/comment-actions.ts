import { z } from 'zod'
import type { ProductError } from '#platform/errors.ts'
import { action, type FormProblem, type PostedForm } from '#platform/http/access/action.ts'
import { maxPostFormBytes } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { commentEditSchema, commentInputSchema } from '../../rules/contract.ts'
import { editorAddress, postAddress } from '../address.ts'
import { writeWithLogin } from '../editing/with-login.ts'
import { editComment, likeComment } from './comment-talk.ts'
import { belowPost, belowQuestion, type Place, placeAddress } from './comment-targets.ts'
import { deleteComment, hideComment, writeComment } from './comments.ts'

const tag = 'posts'
const fromAddress = { postId: 'id' }
const ofComment = z.object({ commentId: idSchema })
const doneSchema = z.object({ done: z.literal(true) })
const done = () => ({ data: { done: true as const } })
const newComment = commentInputSchema.extend({ postId: idSchema })

/** Back to where a comment stands: the page of a post or of a material. */
const pages = ['post', 'material'] as const
function toComment({ id, place }: { id: number; place: Place }, { context }: Pick<PostedForm, 'context'>) {
  return placeAddress(context, place, `#comment-${id}`)
}

export const write = action({
  name: 'comment.write',
  summary: 'Comment on a post, or answer a comment',
  rate: 'write',
  idempotent: 'in-transaction',
  input: newComment,
  run: async (context, { postId, ...input }) => ({
    id: (await writeComment(context, belowPost(postId), input)).id,
  }),
  api: {
    method: 'post',
    path: '/v1/posts/{postId}/comments',
    tag,
    output: z.object({ id: z.number().int() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'post',
    intent: 'write-comment',
    fromAddress,
    maxBytes: maxPostFormBytes,
    done: ({ id }, { context, input }) => postAddress(context, input.postId, `#comment-${id}`),
  },
})

export const writeAsNewcomer = action({
  name: 'comment.write-with-login',
  summary: 'Log in with the fields beside a comment and write it',
  rate: 'write',
  input: newComment.extend({ email: z.string().max(320).optional(), password: z.string().optional() }),
  run: async (context, { postId, email, password, ...input }, request) =>
    await writeWithLogin(context, { postId, input, email, password }, request),
  form: {
    page: 'post',
    intent: 'write-comment-with-login',
    fromAddress,
    maxBytes: maxPostFormBytes,
    done: ({ commentId, cookies }, { context, input }) =>
      // Who logs in with the comment is known only now.
      commentId === undefined
        ? { problem: 'terms_not_accepted', cookies }
        : { redirect: postAddress(context, input.postId, `#comment-${commentId}`), cookies },
    failed: loginFailed,
  },
})

export const answerBelow = action({
  name: 'comment.answer',
  summary:
    'Say something below a question: its author, who asked, and who has the material; until somebody answered, only the last',
  rate: 'write',
  idempotent: 'in-transaction',
  input: commentInputSchema.extend({ questionId: idSchema }),
  run: async (context, { questionId, ...input }) =>
    await writeComment(context, belowQuestion(questionId), input),
  api: {
    method: 'post',
    path: '/v1/questions/{questionId}/comments',
    tag,
    output: z.object({ id: z.number().int() }),
    reply: ({ id }) => ({ status: 201, data: { id } }),
  },
  form: { page: 'material', intent: 'write-answer', maxBytes: maxPostFormBytes, done: toComment },
})

/** The form's field is called `email`, the login's `username`. */
function loginFailed({ code, fields }: ProductError): FormProblem | undefined {
  if (fields?.username === undefined) return undefined
  const { username, ...others } = fields
  return { problem: code, fields: { ...others, email: username } }
}

export const edit = action({
  name: 'comment.edit',
  summary: 'Mend the own comment within its first 15 minutes',
  rate: 'write',
  input: commentEditSchema.extend({ commentId: idSchema }),
  run: async (context, input) => ({ place: await editComment(context, input), id: input.commentId }),
  api: { method: 'put', path: '/v1/comments/{commentId}', tag, output: doneSchema, reply: done },
  form: {
    page: pages,
    intent: 'edit-comment',
    maxBytes: maxPostFormBytes,
    done: toComment,
  },
})

const likesSchema = z.object({ likeCount: z.number().int() })
const likes = ({ likeCount }: { likeCount: number; id: number; place: Place }) => ({ data: { likeCount } })

export const likeIt = action({
  name: 'comment.like',
  summary: 'Like a comment; counts once for each member',
  rate: 'write',
  input: ofComment,
  run: async (context, { commentId }) => ({
    ...(await likeComment(context, commentId, true)),
    id: commentId,
  }),
  api: { method: 'put', path: '/v1/comments/{commentId}/like', tag, output: likesSchema, reply: likes },
  form: { page: pages, intent: 'like-comment', done: toComment },
})

export const unlikeIt = action({
  name: 'comment.unlike',
  summary: 'Take the like of a comment back',
  rate: 'write',
  input: ofComment,
  run: async (context, { commentId }) => ({
    ...(await likeComment(context, commentId, false)),
    id: commentId,
  }),
  api: { method: 'delete', path: '/v1/comments/{commentId}/like', tag, output: likesSchema, reply: likes },
  form: { page: pages, intent: 'unlike-comment', done: toComment },
})

export const remove = action({
  name: 'comment.delete',
  summary: 'Delete the own comment',
  rate: 'write',
  input: ofComment,
  run: async (context, { commentId }) => ({ place: await deleteComment(context, commentId) }),
  api: { method: 'delete', path: '/v1/comments/{commentId}', tag, output: doneSchema, reply: done },
  form: {
    page: pages,
    intent: 'delete-comment',
    done: ({ place }, { context }) => placeAddress(context, place, '#comment-deleted'),
  },
})

export const hide = action({
  name: 'comment.hide',
  summary: 'Hide a comment: the author of the post, or an operator',
  rate: 'write',
  input: ofComment,
  run: async (context, { commentId }) => ({ place: await hideComment(context, commentId, true) }),
  api: { method: 'put', path: '/v1/comments/{commentId}/hidden', tag, output: doneSchema, reply: done },
  form: {
    page: ['post-editor', 'material'],
    intent: 'hide-comment',
    done: afterHiding,
  },
})

/** The desk of comments is the editor of their post. */
function afterHiding({ place }: { place: Place }, { context }: Pick<PostedForm, 'context'>) {
  if (place.postId === null) return placeAddress(context, place, '#comment-hidden')
  return `${editorAddress(context, { id: place.postId })}#comments`
}

export const show = action({
  name: 'comment.show',
  summary: 'Show a hidden comment again',
  rate: 'write',
  input: ofComment,
  run: async (context, { commentId }) => ({ place: await hideComment(context, commentId, false) }),
  api: { method: 'delete', path: '/v1/comments/{commentId}/hidden', tag, output: doneSchema, reply: done },
  form: {
    page: ['post-editor', 'cabinet-sales'],
    intent: 'show-comment',
    done: ({ place }, { context }) => {
      if (place.postId === null) return `${url('cabinet-sales', { world: context.world })}#comment-shown`
      return afterHiding({ place }, { context })
    },
  },
})
