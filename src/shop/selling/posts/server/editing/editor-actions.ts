import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { action, type FormDone, type PostedForm } from '#platform/http/access/action.ts'
import { maxPostFormBytes } from '#platform/limits.ts'
import { idSchema, versionSchema } from '#platform/rules/contract/world.ts'
import {
  type OwnPost,
  ownPostSchema,
  type PostInput,
  postHtmlSchema,
  postInputSchema,
  postSourceSchema,
} from '../../rules/contract.ts'
import { editorAddress } from '../address.ts'
import { previewHtml } from './preview.ts'
import { createPost, deletePost, publishPost, restorePost, savePost } from './writing.ts'

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
  summary: 'What is typed as readers would see it; nothing is stored',
  rate: 'write',
  input: z.object({ source: postSourceSchema }),
  run: async (context, { source }) => ({ html: await previewHtml(context, source) }),
  api: { method: 'post', path: '/v1/posts/html', tag, output: postHtmlSchema },
  form: {
    page,
    intent: 'preview-post',
    // However little or much it is: the page shows what of it can be shown.
    input: z.object({ source: z.string().default('') }),
    maxBytes,
    done: (result, { values }): FormDone => ({ typed: { ...values }, result }),
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

/** A call publishes what is stored, a form what is typed: stored first. */
type Publishing = { postId: number } | { typed: EditorInput }
const publishInput: z.ZodType<Publishing> = ofPost

export const publish = action({
  name: 'post.publish',
  summary: 'Make an own draft public',
  rate: 'write',
  input: publishInput,
  run: async (context, wish): Promise<Published> =>
    'typed' in wish
      ? await storeAndPublish(context, wish.typed)
      : { post: await publishPost(context, wish.postId) },
  api: {
    method: 'put',
    path: '/v1/posts/{postId}/published',
    tag,
    output: ownPostSchema,
    reply: ({ post }) => ({ data: post }),
  },
  form: {
    page,
    intent: 'publish-post',
    input: editorSchema.transform((typed): Publishing => ({ typed })),
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

const editorKey = /^[\w-]{8,64}$/

/** What the editor sends: of a post that is there its id and version, else the key of the empty editor. */
interface EditorInput extends PostInput {
  postId?: number | undefined
  version?: number | undefined
  key?: string | undefined
  /** By the editor while somebody writes: not each of these is kept as a version. */
  isAutosave?: boolean
}

/**
 * A new draft, or new words of an own post.
 * @throws ProductError conflict (a newer version is there, or nobody knows which was opened) and what saving throws
 */
async function storePost(
  context: Context,
  { postId, version, key = '', ...input }: EditorInput,
): Promise<OwnPost> {
  if (postId === undefined) return await createPost(context, input, editorKey.test(key) ? key : null)
  if (version === undefined) throw new ProductError('conflict')
  return await savePost(context, postId, { ...input, version })
}

interface Published {
  post: OwnPost
  /** Why it is a draft still. */
  refused?: ProductError
}

/** Saves first, so that nothing typed is lost. @throws ProductError as storePost */
async function storeAndPublish(context: Context, input: EditorInput): Promise<Published> {
  const post = await storePost(context, input)
  try {
    return { post: await publishPost(context, post.id) }
  } catch (error) {
    if (!(error instanceof ProductError) || error.fields === undefined) throw error
    return { post, refused: error }
  }
}
