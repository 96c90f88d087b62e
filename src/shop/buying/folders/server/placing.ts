import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { maxFolders } from '#platform/limits.ts'
import { type FolderNode, folderTree } from '#platform/rules/folder-nodes.ts'
import type { FolderType } from '../rules/contract.ts'
import type { LibraryFolder, Placement } from '../rules/library-contract.ts'
import { inFolders, isOfType, own, readTitle, refused, requireParent } from './in-folders.ts'
import { type FolderRow, insertFolder, insertMaterials, removeMaterials } from './queries.ts'

/**
 * Takes materials out of folders and puts them into others, in one step. What is not the member's for the type is passed over, and a
 * folder that is gone has nothing to take out. Answers how many were put.
 * @throws ProductError unauthorized; not_found (a folder to put into that is not the member's or of another type, nothing to put)
 */
export async function placeMaterials(
  context: Context,
  type: FolderType,
  { put, take }: { put: readonly Placement[]; take: readonly Placement[] },
): Promise<number> {
  return await inFolders(context, async (tx, owner, all) => {
    const into = own(
      all,
      put.map(({ folder_id }) => folder_id),
    )
    if (!into.every((id) => isOfType(all, id, type))) throw new ProductError('not_found')
    for (const { folder_id, material_ids } of take) {
      if (!isOfType(all, folder_id, type)) continue
      await removeMaterials(tx, owner, {
        folderIds: [folder_id],
        materialIds: material_ids,
        inFolderIds: null,
      })
    }
    let count = 0
    for (const { folder_id, material_ids } of put) {
      const which = { folderIds: [folder_id], materialIds: material_ids, inFolderIds: null }
      count += await insertMaterials(tx, owner, which)
    }
    if (put.length > 0 && count === 0) throw new ProductError('not_found')
    return count
  })
}

/**
 * Makes folders again that were deleted, with what lay in them; a folder whose parent is gone comes back to the top. Answers the ids
 * they have now by those they had.
 * @throws ProductError unauthorized; invalid_input: title, parent_id (too deep), type (too many)
 */
export async function bringBackFolders(
  context: Context,
  type: FolderType,
  gone: readonly LibraryFolder[],
): Promise<{ was: number; id: number }[]> {
  return await inFolders(context, async (tx, owner, all) => {
    if (all.length + gone.length > maxFolders) throw refused('type')
    const known: FolderRow[] = [...all]
    const made = new Map<number, number>()
    for (const folder of parentsFirst(folderTree(gone))) {
      const title = readTitle(folder.title)
      const parentId = parentNow(folder.parent_id)
      if (parentId !== null) requireParent(known, { type, parentId, height: 1 })
      const id = await insertFolder(tx, owner, { type, title, parentId })
      made.set(folder.id, id)
      known.push({ id, title, parent_id: parentId, is_archive: false, type })
      if (folder.material_ids.length === 0) continue
      const which = { folderIds: [id], materialIds: folder.material_ids, inFolderIds: null }
      await insertMaterials(tx, owner, which)
    }
    return [...made].map(([was, id]) => ({ was, id }))

    function parentNow(was: number | null): number | null {
      if (was === null) return null
      return made.get(was) ?? (isOfType(all, was, type) ? was : null)
    }
  })
}

function parentsFirst(nodes: readonly FolderNode<LibraryFolder>[]): LibraryFolder[] {
  return nodes.flatMap(({ folder, children }) => [folder, ...parentsFirst(children)])
}
