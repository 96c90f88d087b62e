import { z } from 'zod'
import { ownPostSchema, postInputSchema } from '#shared/contract/post.ts'
import { idSchema, versionSchema } from '#shared/contract/world.ts'
import { maxPostFormBytes } from '#shared/limits.ts'
import { action, type FormDone, type PostedForm } from '../../http/action.ts'
import { editorAddress } from './address.ts'
import { storeAndPublish, storePost } from './editor.ts'
import { deletePost, restorePost } from './writing.ts'

const tag = 'posts'
const page = 'post-editor'
const maxBytes = maxPostFormBytes
const ofPost = z.object({ postId: idSchema })
/** Of a post that is there its id and the version it was opened with, else the empty editor's key. */
const editorSchema = postInputSchema.extend({
  source: postInputSchema.shape.source.default(''),
  postId: idSchema.optional(),
  version: versionSchema.optional(),
  key: z.string().optional(),
  isAutosave: z.boolean().default(false),
})

export const preview = action({
  name: 'post.preview',
  summary: 'See what was typed as readers will; nothing is stored',
  rate: 'write',
  input: z.object({}),
  run: async () => undefined,
  form: {
    page,
    intent: 'preview-post',
    maxBytes,
    done: (_nothing, { values }): FormDone => ({ typed: { ...values } }),
  },
})

export const store = action({
  name: 'post.store',
  summary: 'Store what stands in the editor: a new draft, or new words of an own post',
  rate: 'write',
  input: editorSchema,
  run: async (context, input) => await storePost(context, input),
  api: { method: 'post', path: '/v1/posts/editor', tag, output: ownPostSchema },
  form: {
    page,
    intent: 'save-post',
    maxBytes,
    done: ({ id }, { context }) => editorAddress(context, { id, saved: 1 }),
  },
})

export const storeThenPublish = action({
  name: 'post.store-and-publish',
  summary: 'Store what stands in the editor and make it public',
  rate: 'write',
  input: editorSchema,
  run: async (context, input) => await storeAndPublish(context, input),
  form: {
    page,
    intent: 'publish-post',
    maxBytes,
    done: ({ post, refused }, { values }) =>
      // The words are stored as a draft; the form goes on with that one.
      refused === undefined
        ? post.url
        : {
            problem: refused.code,
            ...(refused.fields && { fields: refused.fields }),
            values: { ...values, postId: String(post.id), version: String(post.version) },
          },
  },
})

export const remove = action({
  name: 'post.delete',
  summary: 'Delete an own post; it can be put back',
  rate: 'write',
  input: ofPost,
  run: async (context, { postId }) => await deletePost(context, postId),
  api: { method: 'delete', path: '/v1/posts/{postId}', tag, output: ownPostSchema },
  form: {
    page,
    intent: 'delete-post',
    done: ({ id }, { context }) => editorAddress(context, { deleted: id }),
  },
})

export const restore = action({
  name: 'post.restore',
  summary: 'Put a deleted own post back',
  rate: 'write',
  input: ofPost,
  run: async (context, { postId }) => await restorePost(context, postId),
  api: { method: 'put', path: '/v1/posts/{postId}/restored', tag, output: ownPostSchema },
  form: {
    page,
    intent: 'restore-post',
    done: ({ id }, { context }: PostedForm<z.output<typeof ofPost>>) =>
      editorAddress(context, { id, restored: 1 }),
  },
})
