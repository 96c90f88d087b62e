import type { Context } from '#platform/context/context.ts'
import { ownerInWorld } from '#platform/http/visitor/owner.ts'
import { maxFolders, wishlistPageSize } from '#platform/limits.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import type { Folder, FolderFilter, FolderType, MaterialChoice } from '../rules/contract.ts'
import { folderWindow } from './queries.ts'

/**
 * The member's folders of this world that fit, by name, archives last, each with the materials in it; `page` counts from 1.
 * @throws ProductError unauthorized
 */
export async function listFolders(
  context: Context,
  { filter = {} as FolderFilter, limit = wishlistPageSize, page = 1 } = {},
): Promise<{ items: Folder[]; _total: number }> {
  const window = { filter, limit, offset: (page - 1) * limit }
  const { rows, total } = await folderWindow(context.db, ownerInWorld(context), window)
  const items = rows.map(({ material_ids, ...folder }) => ({
    ...folder,
    folders_materials: material_ids.map((material_id) => ({ material_id })),
  }))
  return { items, _total: total }
}

/** The folders of one list of the member's, which of them is open, and what of the list is shown then. */
export interface FoldersOfList {
  type: FolderType
  /** By name; the archive is not among them. */
  folders: Folder[]
  /** What lies in the archive. */
  archivedIds: readonly number[]
  /** Which is open; undefined: the whole list but its archive. */
  open: Folder | 'archive' | undefined
  choice: MaterialChoice
}

/**
 * The member's folders for one list. `asked` is a folder's id or `archive`; what names none opens the whole list.
 * @throws ProductError unauthorized
 */
export async function foldersOfList(
  context: Context,
  type: FolderType,
  asked: string | undefined,
): Promise<FoldersOfList> {
  const all = await allFolders(context, type)
  const archivedIds = idsIn(all.find(({ is_archive }) => is_archive))
  const folders = all.filter(({ is_archive }) => !is_archive)
  const id = idSchema.safeParse(asked).data
  const open: FoldersOfList['open'] =
    asked === 'archive' ? 'archive' : folders.find((folder) => folder.id === id)
  const shown = { type, folders, archivedIds, open }
  if (open === 'archive') return { ...shown, choice: { ids: archivedIds } }
  if (open) return { ...shown, choice: { ids: idsIn(open), except: archivedIds } }
  return { ...shown, choice: archivedIds.length > 0 ? { except: archivedIds } : {} }
}

async function allFolders(context: Context, type: FolderType): Promise<Folder[]> {
  const pages = Math.ceil((maxFolders + 1) / wishlistPageSize)
  const first = await listFolders(context, { filter: { type } })
  const others = Array.from(
    { length: Math.min(pages, Math.ceil(first._total / wishlistPageSize)) - 1 },
    (_, at) => at + 2,
  )
  const rest = await Promise.all(others.map((page) => listFolders(context, { filter: { type }, page })))
  return [first, ...rest].flatMap(({ items }) => items)
}

function idsIn(folder: Folder | undefined): number[] {
  return folder?.folders_materials.map(({ material_id }) => material_id) ?? []
}
