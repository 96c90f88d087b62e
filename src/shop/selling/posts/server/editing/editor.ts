import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import type { OwnPost, PostInput } from '../../rules/contract.ts'
import { createPost, publishPost, savePost } from './writing.ts'

const editorKey = /^[\w-]{8,64}$/

/** What the editor sends: of a post that is there its id and version, else the key of the empty editor. */
export interface EditorInput extends PostInput {
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
export async function storePost(
  context: Context,
  { postId, version, key = '', ...input }: EditorInput,
): Promise<OwnPost> {
  if (postId === undefined) return await createPost(context, input, editorKey.test(key) ? key : null)
  if (version === undefined) throw new ProductError('conflict')
  return await savePost(context, postId, { ...input, version })
}

export interface Published {
  post: OwnPost
  /** Why it is a draft still. */
  refused?: ProductError
}

/** Saves first, so that nothing typed is lost. @throws ProductError as storePost */
export async function storeAndPublish(context: Context, input: EditorInput): Promise<Published> {
  const post = await storePost(context, input)
  try {
    return { post: await publishPost(context, post.id) }
  } catch (error) {
    if (!(error instanceof ProductError) || error.fields === undefined) throw error
    return { post, refused: error }
  }
}
