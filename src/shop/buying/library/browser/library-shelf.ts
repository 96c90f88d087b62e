import { isInside } from '#platform/rules/folder-tree.ts'
import type { LibraryFolder, Placement } from '#shop/buying/folders/rules/library-contract.ts'
import type { Shelf } from './library.ts'

/** One thing a member does with folders. A folder the server does not know yet has a negative id. */
export type Change =
  | { kind: 'place'; put: readonly Placement[]; take: readonly Placement[] }
  | { kind: 'archive'; ids: readonly number[]; isArchived: boolean }
  | { kind: 'create'; id: number; title: string; parentId: number | null }
  | { kind: 'edit'; id: number; title: string; parentId: number | null }
  | { kind: 'delete'; id: number }
  | { kind: 'bring-back'; folders: readonly LibraryFolder[] }

/** The shelf after a change; done twice it is as done once. */
export function changed(shelf: Shelf, change: Change): Shelf {
  const { folders, archivedIds } = shelf
  switch (change.kind) {
    case 'place':
      return { ...shelf, folders: folders.map((folder) => placed(folder, change)) }
    case 'archive': {
      const others = archivedIds.filter((id) => !change.ids.includes(id))
      return { ...shelf, archivedIds: change.isArchived ? [...others, ...change.ids] : others }
    }
    case 'create': {
      const { id, title, parentId } = change
      return added(shelf, [{ id, title, parent_id: parentId, material_ids: [] }])
    }
    case 'edit': {
      const { id, title, parentId } = change
      const edited = folders.map((folder) =>
        folder.id === id ? { ...folder, title, parent_id: parentId } : folder,
      )
      return { ...shelf, folders: byTitle(edited) }
    }
    case 'delete':
      return { ...shelf, folders: folders.filter(({ id }) => !isInside(folders, id, change.id)) }
    case 'bring-back':
      return added(shelf, change.folders)
  }
}

/** What takes a change back, made of the shelf before it; undefined: nothing does. */
export function inverse(shelf: Shelf, change: Change): Change | undefined {
  switch (change.kind) {
    case 'place': {
      const put = change.take.map((taken) => narrowed(shelf, taken, true))
      const take = change.put.map((given) => narrowed(shelf, given, false))
      return { kind: 'place', put: put.filter(isSome), take: take.filter(isSome) }
    }
    case 'archive': {
      const ids = change.ids.filter((id) => shelf.archivedIds.includes(id) !== change.isArchived)
      return { kind: 'archive', ids, isArchived: !change.isArchived }
    }
    case 'create':
      return { kind: 'delete', id: change.id }
    case 'edit': {
      const before = shelf.folders.find(({ id }) => id === change.id)
      return before && { kind: 'edit', id: before.id, title: before.title, parentId: before.parent_id }
    }
    case 'delete':
      return {
        kind: 'bring-back',
        folders: shelf.folders.filter(({ id }) => isInside(shelf.folders, id, change.id)),
      }
    case 'bring-back':
      return undefined
  }
}

/** Materials go into a folder, out of the one they are shown in; what changes nothing is left out. */
export function moving(
  shelf: Shelf,
  { ids, to, from }: { ids: readonly number[]; to: number; from?: number | undefined },
): Change {
  const put = [narrowed(shelf, { folder_id: to, material_ids: [...ids] }, false)]
  const taken = from === undefined || from === to ? [] : [{ folder_id: from, material_ids: [...ids] }]
  const take = taken.map((each) => narrowed(shelf, each, true))
  return { kind: 'place', put: put.filter(isSome), take: take.filter(isSome) }
}

/** One material lies in exactly these folders. */
export function lyingIn(shelf: Shelf, materialId: number, folderIds: readonly number[]): Change {
  const all = shelf.folders.map(({ id }) => ({ folder_id: id, material_ids: [materialId] }))
  const put = all.filter(({ folder_id }) => folderIds.includes(folder_id))
  const take = all.filter(({ folder_id }) => !folderIds.includes(folder_id))
  return {
    kind: 'place',
    put: put.map((each) => narrowed(shelf, each, false)).filter(isSome),
    take: take.map((each) => narrowed(shelf, each, true)).filter(isSome),
  }
}

/** Whether there is nothing to do. */
export function isIdle(change: Change): boolean {
  if (change.kind === 'place') return change.put.length + change.take.length === 0
  return change.kind === 'archive' && change.ids.length === 0
}

/** The same about folders that have other ids now. */
export function renamed(change: Change, ids: ReadonlyMap<number, number>): Change {
  const now = (id: number) => ids.get(id) ?? id
  const parentNow = (id: number | null) => (id === null ? null : now(id))
  const placement = ({ folder_id, material_ids }: Placement) => ({ folder_id: now(folder_id), material_ids })
  switch (change.kind) {
    case 'place':
      return { ...change, put: change.put.map(placement), take: change.take.map(placement) }
    case 'archive':
      return change
    case 'create':
    case 'edit':
      return { ...change, id: now(change.id), parentId: parentNow(change.parentId) }
    case 'delete':
      return { ...change, id: now(change.id) }
    case 'bring-back':
      return {
        ...change,
        folders: change.folders.map((folder) => ({
          ...folder,
          id: now(folder.id),
          parent_id: parentNow(folder.parent_id),
        })),
      }
  }
}

function placed(folder: LibraryFolder, { put, take }: Pick<Change & { kind: 'place' }, 'put' | 'take'>) {
  const idsOf = (list: readonly Placement[]) =>
    list.flatMap(({ folder_id, material_ids }) => (folder_id === folder.id ? material_ids : []))
  const [given, taken] = [idsOf(put), idsOf(take)]
  if (given.length + taken.length === 0) return folder
  const rest = folder.material_ids.filter((id) => !taken.includes(id))
  return { ...folder, material_ids: [...new Set([...rest, ...given])] }
}

/** Of a placement those materials that lie in its folder, or do not. */
function narrowed({ folders }: Shelf, { folder_id, material_ids }: Placement, isThere: boolean): Placement {
  const there = folders.find(({ id }) => id === folder_id)?.material_ids ?? []
  return { folder_id, material_ids: material_ids.filter((id) => there.includes(id) === isThere) }
}

function isSome({ material_ids }: Placement): boolean {
  return material_ids.length > 0
}

function added(shelf: Shelf, more: readonly LibraryFolder[]): Shelf {
  const known = new Set(shelf.folders.map(({ id }) => id))
  return { ...shelf, folders: byTitle([...shelf.folders, ...more.filter(({ id }) => !known.has(id))]) }
}

function byTitle(folders: readonly LibraryFolder[]): LibraryFolder[] {
  return folders.toSorted(
    (left, right) =>
      left.title.localeCompare(right.title, undefined, { sensitivity: 'base' }) || left.id - right.id,
  )
}
