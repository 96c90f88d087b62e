import { loadCart } from '#shop/buying/cart/browser/cart.ts'
import { loadFavorites } from '#shop/buying/favorites/browser/favorites.ts'
import { loadFollows } from '#shop/community/follow/browser/follows.ts'
import { loadUser } from '#shop/people/identity/browser/user.ts'

let reading: Promise<unknown> | undefined

/**
 * Reads what every page shows of its visitor: cart, favorites, account, and follows where the page has them. Once a page,
 * however many parts of it ask; `isChanged`: it is somebody else now.
 */
export function loadVisitor({
  hasFollows,
  isChanged,
}: {
  hasFollows: boolean
  isChanged: boolean
}): Promise<unknown> {
  if (isChanged) reading = undefined
  reading ??= Promise.all([loadCart(), loadFavorites(), hasFollows && loadFollows(), loadUser()])
  return reading
}
