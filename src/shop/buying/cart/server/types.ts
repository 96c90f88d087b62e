/** What an add or a remove answers at once; the whole cart is `GET v1/cart/view`. */
export interface CartChange {
  /** Number of materials in the cart after the change. */
  count: number
  /** The token that leads to the cart from now on; null when the member's account does. */
  token: string | null
}
