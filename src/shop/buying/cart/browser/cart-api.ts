import { http } from '#platform/browser/client.ts'
import type { Cart } from '../rules/contract.ts'

/** What a change answers at once; the whole cart is `viewCart`. */
export interface CartChange {
  count: number
  token: string | null
}

export async function viewCart(): Promise<Cart> {
  return (await http.get<{ items: { cart: Cart } }>('/v1/cart/view')).items.cart
}

/** Adding a second time changes nothing; with another licence it changes the licence. */
export async function addCartItem(materialId: number, licence?: string): Promise<CartChange> {
  return http.post('/v1/cart/items', { materialId, ...(licence !== undefined && { licence }) })
}

export async function removeCartItem(materialId: number): Promise<CartChange> {
  return http.remove(`/v1/cart/items/${materialId}`)
}
