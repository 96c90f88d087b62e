import { type FolderNode, folderTree } from '#platform/rules/folder-nodes.ts'
import type { TreeFolder } from '#platform/rules/folder-tree.ts'

interface Named extends TreeFolder {
  title: string
}

/** One folder of a list; `path` is its name with those of the folders it lies in, `level` counts from 1 at the top. */
export interface FolderPath<F> {
  folder: F
  path: string
  level: number
}

/** Folders as a tree is read: each after the one it lies in. */
export function folderPaths<F extends Named>(folders: readonly F[]): FolderPath<F>[] {
  const read = (nodes: FolderNode<F>[], before: string, level: number): FolderPath<F>[] =>
    nodes.flatMap(({ folder, children }) => {
      const path = `${before}${folder.title}`
      return [{ folder, path, level }, ...read(children, `${path} › `, level + 1)]
    })
  return read(folderTree(folders), '', 1)
}
