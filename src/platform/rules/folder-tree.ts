/** What a tree needs to know of a folder. */
export interface TreeFolder {
  id: number
  parent_id: number | null
}

/** How many levels there are from the top down to a folder: 1 at the top. */
export function levelOf(folders: readonly TreeFolder[], id: number | null): number {
  const parents = new Map(folders.map((folder) => [folder.id, folder.parent_id]))
  let level = 0
  for (let at: number | null | undefined = id; at != null && level <= parents.size; at = parents.get(at))
    level += 1
  return level
}

/** How many levels a folder and what lies in it take: 1 for one without others in it. */
export function heightOf(folders: readonly TreeFolder[], id: number): number {
  const inside = folders.filter(({ parent_id }) => parent_id === id)
  return 1 + Math.max(0, ...inside.map((folder) => heightOf(folders, folder.id)))
}

/** Whether `id` is `ancestor` or lies somewhere in it. */
export function isInside(folders: readonly TreeFolder[], id: number | null, ancestor: number): boolean {
  const parents = new Map(folders.map((folder) => [folder.id, folder.parent_id]))
  let steps = 0
  for (let at: number | null | undefined = id; at != null && steps <= parents.size; at = parents.get(at)) {
    if (at === ancestor) return true
    steps += 1
  }
  return false
}
