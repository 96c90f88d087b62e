import { url } from '#routing/url.ts'
import { postInputSchema } from '#shared/contract/post.ts'
import { idSchema } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import { maxPostFormBytes } from '#shared/limits.ts'
import { requireTerms } from '../../api/access.ts'
import type { FormHandler, FormInput, FormOutcome } from '../../api/form.ts'
import { fieldErrors } from '../../api/validation.ts'
import type { Context } from '../../context.ts'
import { hideComment } from './comments.ts'
import { createPost, deletePost, publishPost, restorePost, savePost } from './writing.ts'

const editorKey = /^[\w-]{8,64}$/

/**
 * The editor of posts. Field `action`: `preview` (changes nothing), `save`, `publish` (saves first, so that nothing
 * typed is lost), all with `title`, `source`, `material_id` and, of a post that is there, `id` and the `version` it was
 * opened with, else `key`; `delete`, `restore` (`id`); `hide`, `show` (`comment_id`), which operators may, too.
 */
export const postEditorForm: FormHandler = {
  access: 'member',
  rate: 'write',
  body: 'urlencoded',
  maxBytes: maxPostFormBytes,
  async handle(context, form) {
    requireTerms(context, 'required')
    const { action, id } = form.values
    switch (action) {
      case 'preview':
        return { typed: form.values }
      case 'save':
      case 'publish':
        return await write(context, form, action)
      case 'delete': {
        const post = await deletePost(context, idOf(id))
        return { redirect: editor(context, { deleted: post.id }) }
      }
      case 'restore': {
        const post = await restorePost(context, idOf(id))
        return { redirect: editor(context, { id: post.id, restored: 1 }) }
      }
      case 'hide':
      case 'show': {
        const postId = await hideComment(context, idOf(form.values.comment_id), action === 'hide')
        return { redirect: `${editor(context, { id: postId })}#comments` }
      }
      default:
        throw new ProductError('malformed_request')
    }
  },
}

async function write(context: Context, form: FormInput, action: 'save' | 'publish'): Promise<FormOutcome> {
  const { title, source, material_id, id, version, key = '' } = form.values
  const parsed = postInputSchema.safeParse({
    title: title ?? '',
    source: source ?? '',
    materialId: material_id || null,
  })
  if (!parsed.success) throw new ProductError('invalid_input', { fields: fieldErrors(parsed.error) })
  const input = parsed.data
  const saved = id
    ? await savePost(context, idOf(id), { ...input, version: Number(version) || 0 })
    : await createPost(context, input, editorKey.test(key) ? key : null)
  if (action === 'save') return { redirect: editor(context, { id: saved.id, saved: 1 }) }
  try {
    const post = await publishPost(context, saved.id)
    return { redirect: post.url }
  } catch (error) {
    if (!(error instanceof ProductError) || error.fields === undefined) throw error
    // The words are stored as a draft; the form goes on with that one.
    const values = { ...form.values, id: String(saved.id), version: String(saved.version) }
    return { problem: error.code, fields: error.fields, values }
  }
}

function editor({ world }: Context, query: Record<string, number>): string {
  return url('post-editor', { world, query })
}

function idOf(value: string | undefined): number {
  const id = idSchema.safeParse(value)
  if (!id.success) throw new ProductError('not_found')
  return id.data
}
