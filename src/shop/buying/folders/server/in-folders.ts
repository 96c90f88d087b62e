import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { ownerInWorld } from '#platform/http/visitor/owner.ts'
import { folderDepth, folderTitleLength } from '#platform/limits.ts'
import { levelOf } from '#platform/rules/folder-tree.ts'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import type { FolderType } from '../rules/contract.ts'
import { type FolderRow, folderRows } from './queries.ts'
import type { FolderOwner } from './types.ts'

/** One change of a member's folders after the other: depth and number are counted before something is added. */
export async function inFolders<T>(
  context: Context,
  change: (tx: Db, owner: FolderOwner, all: readonly FolderRow[]) => Promise<T>,
): Promise<T> {
  const owner = ownerInWorld(context)
  return await transaction(context.db, async (tx) => {
    await lockUntilCommit(tx, `folders ${owner.world} ${owner.accountId}`)
    return await change(tx, owner, await folderRows(tx, owner))
  })
}

/** @throws ProductError not_found (somebody else's, of another type, an archive); invalid_input (too deep) */
export function requireParent(
  all: readonly FolderRow[],
  { type, parentId, height }: { type: FolderType; parentId: number; height: number },
): void {
  const parent = all.find(({ id }) => id === parentId)
  if (parent === undefined || parent.type !== type || parent.is_archive) throw new ProductError('not_found')
  if (levelOf(all, parentId) + height > folderDepth) throw refused('parent_id')
}

/** The folders that were named. @throws ProductError not_found: one is not the member's */
export function own(all: readonly FolderRow[], ids: readonly number[]): number[] {
  const mine = new Set(all.map(({ id }) => id))
  if (!ids.every((id) => mine.has(id))) throw new ProductError('not_found')
  return [...ids]
}

/** Whether it is one of the member's of that type, and no archive. */
export function isOfType(all: readonly FolderRow[], id: number, type: FolderType | undefined): boolean {
  return all.some(
    (folder) => folder.id === id && !folder.is_archive && (type === undefined || folder.type === type),
  )
}

/** A name as it is stored. @throws ProductError invalid_input: title (required, too_long) */
export function readTitle(typed: string): string {
  const title = cleanLine(typed)
  // Of signs that show nothing a name cannot be read.
  if (!/[^\s\p{C}]/u.test(title)) throw new ProductError('invalid_input', { fields: { title: 'required' } })
  if (title.length > folderTitleLength)
    throw new ProductError('invalid_input', { fields: { title: 'too_long' } })
  return title
}

/** Too many or too deep. */
export function refused(field: string): ProductError {
  return new ProductError('invalid_input', { fields: { [field]: 'too_long' } })
}
