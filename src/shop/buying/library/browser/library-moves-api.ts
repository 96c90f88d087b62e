import { http } from '#platform/browser/client.ts'
import type { Folder } from '#shop/buying/folders/rules/contract.ts'
import type { LibraryFolder, Placement } from '#shop/buying/folders/rules/library-contract.ts'

const type = 'purchased'

/** Takes materials out of folders and puts them into others, in one step. */
export async function placeInFolders(put: readonly Placement[], take: readonly Placement[]): Promise<void> {
  await http.post('/v1/folders/placements', { type, put, take })
}

export async function setArchived(ids: readonly number[], isArchived: boolean): Promise<void> {
  const path = isArchived ? 'add-by-query' : 'delete-by-query'
  await http.post(`/v3/folders/archive/${path}`, { type, queryFilter: { ids } })
}

/** Gives its id. */
export async function createFolder(title: string, parentId: number | null): Promise<number> {
  const { id } = await http.post<Folder>('/v3/folders/create', { type, title, parent_id: parentId })
  return id
}

export async function changeFolder(id: number, title: string, parentId: number | null): Promise<void> {
  const fields = { title, parent_id: parentId }
  await http.post('/v3/folders/update-by-query', { fields, queryFilter: { type, ids: [id] } })
}

/** With the folders in it. */
export async function deleteFolder(id: number): Promise<void> {
  await http.post('/v3/folders/delete-by-query', { queryFilter: { type, ids: [id] } })
}

/** Makes deleted folders again; gives the ids they have now by those they had. */
export async function bringFoldersBack(
  folders: readonly LibraryFolder[],
): Promise<readonly { was: number; id: number }[]> {
  const answer = await http.post<{ folders: { was: number; id: number }[] }>('/v1/folders/bring-back', {
    type,
    folders,
  })
  return answer.folders
}
