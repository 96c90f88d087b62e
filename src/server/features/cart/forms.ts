import { z } from 'zod'
import { url } from '#routing/url.ts'
import { idSchema } from '#shared/contract/world.ts'
import { licences } from '#shared/rules/licence.ts'
import type { FormHandler, FormInput, FormOutcome } from '../../api/form.ts'
import type { Context } from '../../context.ts'
import { claimMaterial } from '../orders/checkout.ts'
import { cartCookies } from './endpoints.ts'
import { addToCart, removeFromCart } from './service.ts'

const licenceSchema = z.enum(licences)

/**
 * The cart page without JavaScript. Field `action`: `add` (also from a material's buy box and from the undo button),
 * `remove` (comes back with `?removed=<id>`, so that the page can offer the undo) or `claim` (a free material goes
 * straight to the bought ones; members only). Field `material_id` names the material, `licence` what is bought of it.
 */
export const cartForm: FormHandler = {
  access: 'public',
  rate: 'write',
  body: 'urlencoded',
  async handle(context, form) {
    const materialId = idSchema.safeParse(form.values.material_id)
    if (!materialId.success) return { problem: 'invalid_input', fields: { material_id: 'invalid' } }
    return act(context, form, materialId.data)
  },
}

async function act(context: Context, form: FormInput, materialId: number): Promise<FormOutcome> {
  const { world } = context
  switch (form.values.action ?? 'add') {
    case 'add': {
      const licence = licenceSchema.safeParse(form.values.licence || 'single')
      if (!licence.success) return { problem: 'invalid_input', fields: { licence: 'invalid' } }
      const change = await addToCart(context, materialId, licence.data)
      return { redirect: url('cart', { world }), cookies: cartCookies(change) }
    }
    case 'remove': {
      const change = await removeFromCart(context, materialId)
      return {
        redirect: url('cart', { world, query: { removed: materialId } }),
        cookies: cartCookies(change),
      }
    }
    case 'claim':
      await claimMaterial(context, materialId)
      return { redirect: url('bought-materials', { world }) }
    default:
      return { problem: 'invalid_input', fields: { action: 'invalid' } }
  }
}
