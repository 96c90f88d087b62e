import { url } from '#routing/url.ts'
import { idSchema } from '#shared/contract/world.ts'
import type { FormHandler } from '../../api/form.ts'
import { cartCookies } from '../cart/endpoints.ts'
import { favoriteCookies } from './endpoints.ts'
import { addFavorite, favoritesToCart, removeFavorite } from './service.ts'

/**
 * The heart without JavaScript. Fields: `action` = `add` | `remove`, `material_id`. A removal comes back with
 * `?removed=<id>`, so that the page can offer the undo. `action` = `add-all` puts the whole list into the cart.
 */
export const favoritesForm: FormHandler = {
  access: 'public',
  rate: 'write',
  body: 'urlencoded',
  async handle(context, form) {
    const { world } = context
    if (form.values.action === 'add-all') {
      const change = await favoritesToCart(context)
      if (change === null) return { problem: 'material_unavailable' }
      return { redirect: url('cart', { world }), cookies: cartCookies(change) }
    }
    const materialId = idSchema.safeParse(form.values.material_id)
    if (!materialId.success) return { problem: 'invalid_input', fields: { material_id: 'invalid' } }
    if (form.values.action === 'remove') {
      await removeFavorite(context, materialId.data)
      return { redirect: url('favorites', { world, query: { removed: materialId.data } }) }
    }
    const change = await addFavorite(context, materialId.data)
    return { redirect: url('favorites', { world }), cookies: favoriteCookies(change) }
  },
}
