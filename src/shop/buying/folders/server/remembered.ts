import { type Context, memberOf } from '#platform/context/context.ts'
import type { FavoriteSort, FavoritesList } from '#shop/buying/favorites/rules/contract.ts'
import { favoritesPage } from '#shop/buying/favorites/server/service.ts'
import { type FoldersOfList, foldersOfList } from './of-list.ts'

/**
 * One page of the caller's remembered materials, of all or of one folder, with what the whole list costs, and a member's
 * folders. `folder` is an id or `archive`; strangers have none. `page` counts from 1.
 */
export async function rememberedList(
  context: Context,
  { folder, ...window }: { folder?: string | undefined; sort: FavoriteSort; page: number },
): Promise<{ list: FavoritesList; folders: FoldersOfList | undefined }> {
  const member = memberOf(context)
  const folders = member && (await foldersOfList(context, 'favorite', folder))
  const { cards, ownedIds, ...rest } = await favoritesPage(context, {
    ...window,
    filter: folders?.choice ?? {},
  })
  const items = cards.map((material) => {
    const isOwned = ownedIds.includes(material.id)
    const isFree = isOwned || material.author.id === member?.accountId
    return { material, isOwned, toPay: isFree ? 0 : material.finalPrice }
  })
  return { list: { ...rest, items }, folders }
}
