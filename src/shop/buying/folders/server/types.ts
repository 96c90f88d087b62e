import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** Whose folders: no query without both. */
export interface FolderOwner {
  world: LiveWorldCode
  accountId: number
}

export interface FolderMaterials {
  items: { folder_id: number; material_id: number }[]
  _total: number
}
