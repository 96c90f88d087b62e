import type { Folder } from '#shared/contract/folder.ts'
import { type FolderNode, folderTree } from '#shared/rules/folder-tree.ts'

/** Folders as a tree is read: each after the one it lies in, with its whole path as its name. */
export function folderPaths(folders: readonly Folder[]): { folder: Folder; path: string; level: number }[] {
  const read = (nodes: FolderNode<Folder>[], before: string, level: number): ReturnType<typeof folderPaths> =>
    nodes.flatMap(({ folder, children }) => {
      const path = `${before}${folder.title}`
      return [{ folder, path, level }, ...read(children, `${path} › `, level + 1)]
    })
  return read(folderTree(folders), '', 1)
}
