import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { ownerInWorld } from '#platform/http/visitor/owner.ts'
import { maxFolders, wishlistPageSize } from '#platform/limits.ts'
import { heightOf, isInside } from '#platform/rules/folder-tree.ts'
import type { Folder, FolderFilter, FolderMaterialFilter, FolderType } from '../rules/contract.ts'
import { inFolders, isOfType, own, readTitle, refused, requireParent } from './in-folders.ts'
import {
  deleteFolders,
  type FolderRow,
  folderMaterialWindow,
  folderRows,
  insertFolder,
  insertMaterials,
  isThing,
  removeMaterials,
  updateFolders,
} from './queries.ts'
import type { FolderMaterials } from './types.ts'

export { type FoldersOfList, foldersOfList, listFolders } from './of-list.ts'
export { bringBackFolders, placeMaterials } from './placing.ts'
export { rememberedList } from './remembered.ts'

/**
 * What lies in the member's folders that fit; `page` counts from 1.
 * @throws ProductError unauthorized; not_found (a folder of somebody else)
 */
export async function listFolderMaterials(
  context: Context,
  { filter = {} as FolderMaterialFilter, limit = wishlistPageSize, page = 1 } = {},
): Promise<FolderMaterials> {
  const owner = ownerInWorld(context)
  const all = await folderRows(context.db, owner)
  const folderIds = filter.folder_ids ? own(all, filter.folder_ids) : idsOfType(all, filter.type)
  const window = { folderIds, materialIds: filter.ids ?? null, limit, offset: (page - 1) * limit }
  const { rows, total } = await folderMaterialWindow(context.db, owner, window)
  return { items: rows, _total: total }
}

/**
 * Makes a folder, at most `folderDepth` levels deep and `maxFolders` in all.
 * @throws ProductError unauthorized; not_found (parent of somebody else, of another type, an archive);
 * invalid_input: title (required, too_long), parent_id (too_long: too deep), type (too_long: too many)
 */
export async function createFolder(
  context: Context,
  input: { title: string; type: FolderType; parentId?: number | null | undefined },
): Promise<Folder> {
  const title = readTitle(input.title)
  const { type, parentId = null } = input
  const id = await inFolders(context, async (tx, owner, all) => {
    if (all.length >= maxFolders) throw refused('type')
    if (parentId !== null) requireParent(all, { type, parentId, height: 1 })
    return await insertFolder(tx, owner, { type, title, parentId })
  })
  return { id, title, type, parent_id: parentId, is_archive: false, folders_materials: [] }
}

/**
 * Renames folders or moves them; an archive is neither. Answers how many there were.
 * @throws ProductError as createFolder; invalid_input: parent_id (invalid: into itself)
 */
export async function changeFolders(
  context: Context,
  filter: FolderFilter,
  fields: { title?: string | undefined; parentId?: number | null | undefined },
): Promise<number> {
  const title = fields.title === undefined ? undefined : readTitle(fields.title)
  const { parentId } = fields
  return await inFolders(context, async (tx, owner, all) => {
    const chosen = choose(all, filter)
    for (const { id, type } of chosen) {
      if (parentId == null) continue
      if (isInside(all, parentId, id))
        throw new ProductError('invalid_input', { fields: { parent_id: 'invalid' } })
      requireParent(all, { type, parentId, height: heightOf(all, id) })
    }
    const ids = chosen.map(({ id }) => id)
    if (ids.length > 0 && (title !== undefined || parentId !== undefined))
      await updateFolders(tx, owner, { ids, title, parentId })
    return ids.length
  })
}

/**
 * Deletes folders with those in them; what lay in them stays where it was bought, made or remembered. Doing it again is
 * no mistake, and what is not the member's is passed over. @throws ProductError unauthorized
 */
export async function removeFolders(context: Context, filter: FolderFilter): Promise<number> {
  return await inFolders(context, async (tx, owner, all) => {
    const mine = new Set(all.map(({ id }) => id))
    const ids = choose(all, {
      ...filter,
      ...(filter.ids && { ids: filter.ids.filter((id) => mine.has(id)) }),
    })
    if (ids.length === 0) return 0
    await deleteFolders(
      tx,
      owner,
      ids.map(({ id }) => id),
    )
    return ids.length
  })
}

/**
 * Puts every material that fits into each of the folders; those that are not the member's for the folder's type are
 * passed over. Answers how many fitted. @throws ProductError unauthorized; not_found (a folder of somebody else)
 */
export async function addToFolders(
  context: Context,
  folderIds: readonly number[],
  filter: FolderMaterialFilter,
): Promise<number> {
  return await inFolders(context, async (tx, owner, all) => {
    const targets = own(all, folderIds).filter((id) => isOfType(all, id, filter.type))
    if (targets.length === 0) return 0
    return await insertMaterials(tx, owner, { folderIds: targets, ...picked(all, filter) })
  })
}

/**
 * Makes the folders of a type that hold a material exactly those named; its archive is left alone.
 * @throws ProductError unauthorized; not_found (a folder of somebody else or of another type, a material that is not
 * the member's)
 */
export async function syncFolders(
  context: Context,
  materialId: number,
  { folderIds, type }: { folderIds: readonly number[]; type: FolderType },
): Promise<void> {
  await inFolders(context, async (tx, owner, all) => {
    const ofType = all.filter((folder) => folder.type === type && !folder.is_archive).map(({ id }) => id)
    if (!folderIds.every((id) => ofType.includes(id))) throw new ProductError('not_found')
    if (!(await isThing(tx, owner, { type, materialId }))) throw new ProductError('not_found')
    const which = { materialIds: [materialId], inFolderIds: null }
    const others = ofType.filter((id) => !folderIds.includes(id))
    if (others.length > 0) await removeMaterials(tx, owner, { folderIds: others, ...which })
    if (folderIds.length > 0) await insertMaterials(tx, owner, { folderIds, ...which })
  })
}

/** Lays materials into the archive of a type. Answers how many fitted. @throws ProductError unauthorized; not_found */
export async function archiveMaterials(
  context: Context,
  type: FolderType,
  filter: FolderMaterialFilter,
): Promise<number> {
  return await inFolders(context, async (tx, owner, all) => {
    const known = all.find((folder) => folder.type === type && folder.is_archive)?.id
    const archive =
      known ?? (await insertFolder(tx, owner, { type, title: '', parentId: null, isArchive: true }))
    return await insertMaterials(tx, owner, { folderIds: [archive], ...picked(all, filter) })
  })
}

/** Takes materials out of the archive of a type again: they are in the folders they were in. */
export async function restoreMaterials(
  context: Context,
  type: FolderType,
  filter: FolderMaterialFilter,
): Promise<number> {
  return await inFolders(context, async (tx, owner, all) => {
    const archive = all.find((folder) => folder.type === type && folder.is_archive)?.id
    if (archive === undefined) return 0
    return await removeMaterials(tx, owner, { folderIds: [archive], ...picked(all, filter) })
  })
}

/** The folders a change is about; archives are never among them. */
function choose(all: readonly FolderRow[], { ids, type, parent_id, is_archive }: FolderFilter): FolderRow[] {
  const named = ids && new Set(own(all, ids))
  return all.filter(
    (folder) =>
      !folder.is_archive &&
      is_archive !== true &&
      (named === undefined || named.has(folder.id)) &&
      (type === undefined || folder.type === type) &&
      (parent_id === undefined || folder.parent_id === parent_id),
  )
}

function picked(all: readonly FolderRow[], { ids, folder_ids }: FolderMaterialFilter) {
  return { materialIds: ids ?? null, inFolderIds: folder_ids ? own(all, folder_ids) : null }
}

function idsOfType(all: readonly FolderRow[], type: FolderType | undefined): number[] {
  return all.filter((folder) => type === undefined || folder.type === type).map(({ id }) => id)
}
