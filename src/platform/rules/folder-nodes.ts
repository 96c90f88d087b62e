import type { TreeFolder } from './folder-tree.ts'

export interface FolderNode<F extends TreeFolder> {
  folder: F
  children: FolderNode<F>[]
}

/** Folders as trees, in the order of the list; one whose parent is not in the list is at the top. */
export function folderTree<F extends TreeFolder>(folders: readonly F[]): FolderNode<F>[] {
  const nodes = new Map(folders.map((folder) => [folder.id, { folder, children: [] as FolderNode<F>[] }]))
  const top: FolderNode<F>[] = []
  for (const node of nodes.values()) {
    const { parent_id } = node.folder
    const siblings = (parent_id === null ? undefined : nodes.get(parent_id)?.children) ?? top
    siblings.push(node)
  }
  return top
}
