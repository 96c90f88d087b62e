import { url } from '#routing/url.ts'
import { recommendInputSchema } from '#shared/contract/colleague.ts'
import { idSchema } from '#shared/contract/world.ts'
import { type FieldErrors, ProductError } from '#shared/errors.ts'
import type { FormHandler, FormInput, FormOutcome } from '../../api/form.ts'
import { fieldErrors } from '../../api/validation.ts'
import { type Context, memberOf } from '../../context.ts'
import { recommendMaterial } from './recommending.ts'

/**
 * Adds to the form of the material page: `action` = `recommend` with `colleague` (an address) and `message`; members.
 * What was typed is kept when somebody has to log in first. Done leads to `#recommended` of the page.
 */
export function withRecommending(form: FormHandler): FormHandler {
  return {
    ...form,
    async handle(context, input) {
      if (input.values.action !== 'recommend') return await form.handle(context, input)
      return await recommend(context, input)
    },
  }
}

async function recommend(context: Context, { values, lists, params }: FormInput): Promise<FormOutcome> {
  const id = idSchema.safeParse(params.id)
  if (!id.success) throw new ProductError('not_found')
  const member = memberOf(context)
  if (member === undefined) return { problem: 'unauthorized', values, lists }
  if (!member.agbAccepted) return { problem: 'terms_not_accepted', values, lists }
  const typed = recommendInputSchema.safeParse({ email: values.colleague, message: values.message })
  try {
    if (!typed.success) throw new ProductError('invalid_input', { fields: fieldErrors(typed.error) })
    await recommendMaterial(context, id.data, typed.data)
  } catch (error) {
    if (!(error instanceof ProductError) || error.fields === undefined) throw error
    // Several forms share the page, and ids must differ.
    const { email, ...others } = error.fields
    const fields: FieldErrors = email === undefined ? others : { ...others, colleague: email }
    return { problem: error.code, fields, values, lists }
  }
  const { slug } = params
  const page = url('material', { world: context.world, id: id.data, ...(slug !== undefined && { slug }) })
  return { redirect: `${page}#recommended` }
}
