import { type Context, memberOf } from '#platform/context/context.ts'
import { isProductError } from '#platform/errors.ts'
import { readLinkToken } from '#platform/http/access/link-token.ts'
import { addToCart } from '../adding.ts'
import { cartCookies } from '../token.ts'
import type { CartChange } from '../types.ts'
import { cartById } from './saved-queries.ts'

export const restorePurpose = 'abandoned-cart'

/**
 * The link of such a mail. Its member finds the cart in the account anyway; for who is not logged in (another device) what
 * lies in it is put into the cart of this browser, by the same rules as everything. A link that is over changes nothing.
 */
export async function restoreCart(context: Context, token: string): Promise<CartChange | undefined> {
  const cartId = readIfValid(context, token)
  const cart = cartId === undefined ? undefined : await cartById(context.db, context.world, cartId)
  if (cart === undefined || memberOf(context)?.accountId === cart.accountId) return undefined
  let change: CartChange | undefined
  for (const { material_id: materialId, licence } of cart.lines) {
    const cartToken = change?.token ?? context.cartToken
    try {
      change = await addToCart({ ...context, cartToken }, materialId, licence)
    } catch (error) {
      if (!isProductError(error)) throw error
    }
  }
  return change
}

/** The same for a page, which sets the cart's cookie itself: values of `Set-Cookie`. */
export async function restoreForPage(context: Context, token: string): Promise<string[]> {
  const change = await restoreCart(context, token)
  if (change === undefined) return []
  return cartCookies(change).map(context.cookies.setHeader)
}

function readIfValid({ env, world }: Context, token: string): number | undefined {
  try {
    return readLinkToken(env, { purpose: restorePurpose, world }, token)
  } catch (error) {
    if (isProductError(error) && error.code === 'link_expired') return undefined
    throw error
  }
}
