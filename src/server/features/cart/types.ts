import type { CookieChange } from '../../api/endpoint.ts'

/** What an add or a remove answers at once; the whole cart is `GET v1/cart/view`. */
export interface CartChange {
  /** Number of materials in the cart after the change. */
  count: number
  /** A new cart's token; null when the caller's own token (or the member's account) still leads to the cart. */
  token: string | null
  /** Cookies the answer must set: the new `c_t`, if any. */
  cookies: CookieChange[]
}
