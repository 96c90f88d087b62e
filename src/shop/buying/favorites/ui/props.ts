import { folderPaths } from '#kit/list/folder-names.ts'
import type { FolderChoices } from '#kit/list/folder-types.ts'
import type { FoldersOfList } from '#loaders/folders.ts'
import { folderMessageSeconds } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { FavoritesList } from '../rules/contract.ts'
import type { FavoritesUrls } from './types.ts'

export function favoritesUrls(world: LiveWorld): FavoritesUrls {
  const favorites = url('favorites', { world })
  return {
    bought: url('bought-materials', { world }),
    cart: url('cart', { world }),
    favorites,
    login: url('login', { world, query: { next: favorites } }),
    search: url('search', { world }),
  }
}

/** What the menus of folders need of the lines that are shown. */
export function folderChoices(list: FavoritesList, folders: FoldersOfList): FolderChoices {
  const rows = folderPaths(folders.folders)
  const open = folders.open === 'archive' ? folders.open : folders.open?.id
  const placed: Record<number, number[]> = {}
  for (const { material } of list.items) {
    const lies = rows.filter(({ folder }) =>
      folder.folders_materials.some(({ material_id }) => material_id === material.id),
    )
    if (lies.length > 0) placed[material.id] = lies.map(({ folder }) => folder.id)
  }
  const shown = new Set(list.items.map(({ material }) => material.id))
  return {
    rows: rows.map(({ folder, path }) => ({ id: folder.id, path, count: folder.folders_materials.length })),
    placed,
    archivedIds: folders.archivedIds.filter((id) => shown.has(id)),
    archivedCount: folders.archivedIds.length,
    ...(open !== undefined && { open }),
    savedSeconds: folderMessageSeconds,
  }
}
