import { type Context, memberOf } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { isProductError, ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { newAnonymousId } from '#platform/http/access/csrf.ts'
import { anonymousIdOf, memberOwner, ownerOf } from '#platform/http/visitor/owner.ts'
import { wishlistPageSize } from '#platform/limits.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { addToCart, type CartChange } from '#shop/buying/cart/server/service.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/service.ts'
import { ownedIds } from '#shop/money/orders/server/service.ts'
import type { FavoriteSort } from '../rules/contract.ts'
import { deleteFavorite, favoriteIds, favoritesSum, insertFavorite, moveFavorites } from './queries.ts'
import type { FavoriteChange, FavoriteFilter, FavoriteIds, FavoritesPage } from './types.ts'

export { ownShare, type SharedList, sharedList } from './sharing.ts'

/** Whose list is meant where it is not the caller's own: a school's. */
export type ListOwner = `s:${number}`

/** The list of the member's school; whose it is known to be says the permission table. @throws ProductError unauthorized, forbidden */
export function schoolList(context: Context): ListOwner {
  const { schoolAccount } = requireMember(context)
  if (schoolAccount === undefined) throw new ProductError('forbidden')
  return `s:${schoolAccount.schoolId}`
}

/** Cards on one page of the favorites page. */
const pageSize = 48

/**
 * Remembers a material for the member, or for the stranger's anonymous id, made at the first use. Idempotent.
 * @throws ProductError not_found (unknown, hidden, other world); invalid_input when the list is full
 */
export async function addFavorite(
  context: Context,
  materialId: number,
  list?: ListOwner,
): Promise<FavoriteChange> {
  const known = list ?? ownerOf(context)
  const anonymousId = known === undefined ? newAnonymousId() : null
  const owner = known ?? `v:${anonymousId}`
  const { verdict, total } = await transaction(context.db, async (tx) => {
    await lockUntilCommit(tx, `favorite ${context.world} ${owner}`)
    return await insertFavorite(tx, context.world, { owner, materialId })
  })
  if (verdict === 'unknown') throw new ProductError('not_found')
  if (verdict === 'full') throw new ProductError('invalid_input', { fields: { subjectId: 'too_long' } })
  return { total, newAnonymousId: anonymousId }
}

/** Forgets a material; nothing happens when it was not remembered. */
export async function removeFavorite(
  context: Context,
  materialId: number,
  list?: ListOwner,
): Promise<FavoriteChange> {
  const owner = list ?? ownerOf(context)
  const total =
    owner === undefined ? 0 : await deleteFavorite(context.db, context.world, { owner, materialId })
  return { total, newAnonymousId: null }
}

/** Ids of the caller's favorites, newest first unless asked otherwise, 200 a page (specification 9); `page` counts from 1. */
export async function listFavorites(
  context: Context,
  { limit = wishlistPageSize, page = 1, sort = 'newest' as FavoriteSort, filter = {} as FavoriteFilter } = {},
  list?: ListOwner,
): Promise<FavoriteIds> {
  const owner = list ?? ownerOf(context)
  if (owner === undefined) return { items: [], _total: 0 }
  const size = Math.min(limit, wishlistPageSize)
  const window = { owner, limit: size, offset: (page - 1) * size, sort, filter }
  const { ids, total } = await favoriteIds(context.db, context.world, window)
  return { items: ids.map((id) => ({ id })), _total: total }
}

/** One page of cards for the favorites page, with what the whole list costs. `page` counts from 1. */
export async function favoritesPage(
  context: Context,
  { page = 1, sort = 'newest' as FavoriteSort, filter = {} as FavoriteFilter } = {},
): Promise<FavoritesPage> {
  const { items, _total } = await listFavorites(context, { limit: pageSize, page, sort, filter })
  const ids = items.map((item) => item.id)
  const owner = ownerOf(context)
  const accountId = memberOf(context)?.accountId ?? null
  const [cards, owned, sum] = await Promise.all([
    ids.length === 0 ? [] : cardsByIds(context, ids),
    ownedIds(context, ids),
    owner === undefined ? 0 : favoritesSum(context.db, context.world, { owner, accountId }),
  ])
  return {
    cards,
    ownedIds: owned,
    sum,
    sort,
    total: _total,
    page,
    pageCount: Math.max(1, Math.ceil(_total / pageSize)),
  }
}

/**
 * Puts every favorite that can be bought into the cart, the newest first, until it is full. What cannot be bought (owned,
 * one's own, no longer for sale) is passed over.
 * @throws ProductError material_unavailable when nothing could be added
 */
export async function favoritesToCart(context: Context): Promise<CartChange> {
  const { items } = await listFavorites(context)
  let change: CartChange | null = null
  for (const { id } of items) {
    const cartToken: string | undefined = change?.token ?? context.cartToken
    try {
      change = await addToCart({ ...context, cartToken }, id)
    } catch (error) {
      if (!isProductError(error)) throw error
      if (error.code === 'invalid_input') break
    }
  }
  if (change === null) throw new ProductError('material_unavailable')
  return change
}

/** At login the stranger's favorites of every world become the member's. Doing it again changes nothing. */
export async function persistFavorites(
  context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<undefined> {
  const anonymousId = anonymousIdOf(context)
  if (anonymousId === undefined) return
  await moveFavorites(tx, liveWorldCodes, { from: `v:${anonymousId}`, to: memberOwner(accountId) })
}
