import { http } from '#platform/browser/client.ts'
import type { FavoriteSort, FavoritesList } from '../rules/contract.ts'

/** Which part of the list a page shows. */
export interface FavoritesWindow {
  /** A folder's id or `archive`; left out: the whole list. */
  folder?: string
  sort: FavoriteSort
  page: number
}

export async function viewFavorites(window: FavoritesWindow): Promise<FavoritesList> {
  return http.get('/v1/favorites', { query: { ...window } })
}

/** Makes the folders that hold a remembered material exactly these. */
export async function putIntoFolders(materialId: number, folderIds: readonly number[]): Promise<void> {
  await http.post(`/v3/folders/materials/${materialId}/sync`, {
    folder_ids: folderIds,
    folder_type: 'favorite',
  })
}
