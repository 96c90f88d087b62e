import type { Context } from '#platform/context/context.ts'
import type { FolderType } from '#shop/buying/folders/rules/contract.ts'
import { type FoldersOfList, foldersOfList } from '#shop/buying/folders/server/service.ts'

export type { FoldersOfList } from '#shop/buying/folders/server/service.ts'

/** The folders of a page's list; `?folder=<id>` or `?folder=archive` opens one. */
export async function foldersFor(
  context: Context,
  type: FolderType,
  query: URLSearchParams,
): Promise<FoldersOfList> {
  return await foldersOfList(context, type, query.get('folder') ?? undefined)
}
