import type { FolderType } from '#shared/contract/folder.ts'
import type { Context } from '../context.ts'
import { type FoldersOfList, foldersOfList } from '../features/folders/service.ts'

export type { FoldersOfList } from '../features/folders/service.ts'

/** The folders of a page's list; `?folder=<id>` or `?folder=archive` opens one. */
export async function foldersFor(
  context: Context,
  type: FolderType,
  query: URLSearchParams,
): Promise<FoldersOfList> {
  return await foldersOfList(context, type, query.get('folder') ?? undefined)
}
