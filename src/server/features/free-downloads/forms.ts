import { url } from '#routing/url.ts'
import { idSchema } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import type { FormHandler } from '../../api/form.ts'
import { sendFreeMaterial, takeFreeFile } from './service.ts'

/**
 * Adds to the form of the material page: `action` = `free-mail` with `free_email` sends the link of a free material.
 * Done leads back to the page, to the part that says so: `#free-sent`.
 */
export function withFreeMail(form: FormHandler): FormHandler {
  return {
    ...form,
    async handle(context, input) {
      if (input.values.action !== 'free-mail') return await form.handle(context, input)
      const id = idSchema.safeParse(input.params.id)
      if (!id.success) throw new ProductError('not_found')
      try {
        const email = input.values.free_email ?? ''
        await sendFreeMaterial(context, id.data, { email, ip: input.raw.ip })
      } catch (error) {
        if (!(error instanceof ProductError) || error.fields?.email === undefined) throw error
        throw new ProductError('invalid_input', { fields: { free_email: error.fields.email } })
      }
      const { slug } = input.params
      const { world } = context
      const page = url('material', { world, id: id.data, ...(slug !== undefined && { slug }) })
      return { redirect: `${page}#free-sent` }
    },
  }
}

/** On the page of the mail's link: field `file_id`. Opening the link gives nothing, because mail scanners open links. */
export const freeDownloadForm: FormHandler = {
  access: 'public',
  rate: 'write',
  body: 'urlencoded',
  async handle(context, form) {
    const fileId = idSchema.safeParse(form.values.file_id)
    if (!fileId.success) throw new ProductError('not_found')
    try {
      return { redirect: await takeFreeFile(context, form.params.token ?? '', fileId.data) }
    } catch (error) {
      if (error instanceof ProductError && error.code === 'link_expired') return { problem: error.code }
      throw error
    }
  },
}
