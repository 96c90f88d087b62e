import { loadCart } from './cart.ts'
import { loadFavorites } from './favorites.ts'
import { loadFollows } from './follows.ts'
import { loadUser } from './user.ts'

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
