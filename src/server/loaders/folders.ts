import type { Folder, FolderType, MaterialChoice } from '#shared/contract/folder.ts'
import { idSchema } from '#shared/contract/world.ts'
import { maxFolders, wishlistPageSize } from '#shared/limits.ts'
import type { Context } from '../context.ts'
import { listFolders } from '../features/folders/service.ts'

/** The folders of one list of the member's, which of them is open, and what of the list is shown then. */
export interface FoldersOfList {
  type: FolderType
  /** By name; the archive is not among them. */
  folders: Folder[]
  /** What lies in the archive. */
  archivedIds: readonly number[]
  /** `?folder=<id>` or `?folder=archive`; undefined: the whole list but its archive. */
  open: Folder | 'archive' | undefined
  choice: MaterialChoice
}

export async function foldersFor(
  context: Context,
  type: FolderType,
  query: URLSearchParams,
): Promise<FoldersOfList> {
  const all = await allFolders(context, type)
  const archivedIds = idsIn(all.find(({ is_archive }) => is_archive))
  const folders = all.filter(({ is_archive }) => !is_archive)
  const asked = query.get('folder')
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
