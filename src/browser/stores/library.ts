import { atom, batch, computed } from 'nanostores'
import type { Library, LibraryItem } from '#shared/contract/library.ts'
import { ProductError } from '#shared/errors.ts'
import {
  bringFoldersBack,
  changeFolder,
  createFolder,
  deleteFolder,
  type LibraryWish,
  placeInFolders,
  setArchived,
  viewLibrary,
} from '../api/library.ts'
import { openChannel } from '../device/channel.ts'
import { pageWorld } from '../device/page.ts'
import { type Change, changed, inverse, isIdle, renamed, type Shelf } from './library-shelf.ts'
import { isCancelled, showFailure } from './toasts.ts'
import { $isEnded } from './user.ts'

export interface ShownLibrary extends Omit<Library, 'folders' | 'archivedIds'>, Shelf {
  /** What lies where the page looks. */
  lines: readonly LibraryItem[]
}

/** What was done last, and how it is undone. */
export interface Deed {
  change: Change
  undo: Change | undefined
  /** This took something back. */
  isUndo: boolean
}

/** The list as the server told it last; undefined until the page has given it. */
const $answered = atom<Library | undefined>()

/** Where things lie as the server knows it, and what it does not know yet. */
const $stored = atom<Shelf>({ folders: [], archivedIds: [] })
const $pending = atom<readonly Change[]>([])

/** Ids of folders that were made here, by those they had before. */
const $ids = atom<ReadonlyMap<number, number>>(new Map())

/** What another part of the list is asked for; undefined when it is shown. */
export const $asked = atom<LibraryWish | undefined>()

export const $deed = atom<Deed | undefined>()

/** Where things lie as it is shown. */
export const $shelf = computed([$stored, $pending, $ids], (stored, pending, ids) =>
  pending.reduce((shelf, change) => changed(shelf, renamed(change, ids)), stored),
)

/** The page as it is shown: what was moved away is not there, and does not count. */
export const $library = computed([$answered, $shelf], (list, shelf): ShownLibrary | undefined => {
  if (!list) return undefined
  const { items, open, total } = list
  const lines = items.filter(({ material: { id } }) => isThere(shelf, open, id))
  return { ...list, ...shelf, lines, total: Math.max(0, total - items.length + lines.length) }
})

/** Calls go out one after the other: what is made has to be there before something is put into it. */
let queue: Promise<unknown> = Promise.resolve()

let lastNewId = 0

const tabs = openChannel<{ world: string }>(
  'library',
  ({ world }) => {
    if (world === pageWorld()) void reload()
  },
  () => void reload(),
)

// Of a member who is logged out nothing stays to be seen.
globalThis.document?.addEventListener('aularium:logged-out', () => {
  const list = $answered.get()
  if (list) tell({ ...list, items: [], folders: [], archivedIds: [], total: 0, page: 1, pageCount: 1 })
})

/** Takes over the list that came with the page, unless a newer one is known. */
export function seedLibrary(list: Library): void {
  if ($answered.get() === undefined && !$isEnded.get()) tell(list)
}

/** An id for a folder that is about to be made. */
export function newFolderId(): number {
  lastNewId -= 1
  return lastNewId
}

/** The id a folder has by now; negative as long as the server does not know it. */
export function idNow(id: number): number {
  return $ids.get().get(id) ?? id
}

/**
 * Does something with folders, shown at once. If the server does not hear of it, everything is as before, with a Retry; what it
 * refuses for what was typed is the answer, to be said where it was typed.
 */
export async function change(wish: Change, { isUndo = false } = {}): Promise<ProductError | undefined> {
  const mine = renamed(wish, $ids.get())
  if (isIdle(mine)) return undefined
  const deed: Deed = { change: mine, undo: inverse($shelf.get(), mine), isUndo }
  batch(() => {
    $pending.set([...$pending.get(), mine])
    $deed.set(deed)
  })
  try {
    const ids = await inTurn(() => send(renamed(mine, $ids.get())))
    settle(mine, ids)
  } catch (error) {
    batch(() => {
      drop(mine)
      if ($deed.get() === deed) $deed.set(undefined)
    })
    const isTyped = mine.kind === 'create' || mine.kind === 'edit'
    if (isTyped && error instanceof ProductError && error.fields) return error
    const retry = () => void change(wish, { isUndo })
    showFailure({ error, subject: 'library', unchanged: 'unavailable', retry })
    // A folder may have gone in another tab or on another device.
    if (error instanceof ProductError && error.code === 'not_found') void reload()
    return undefined
  }
  tabs.post({ world: pageWorld() })
  return undefined
}

/** Takes back what was done last. */
export async function undo(): Promise<void> {
  const wish = $deed.get()?.undo
  if (wish) await change(wish, { isUndo: true })
}

/**
 * Shows another part of the list, as soon as what was moved is stored. Of several wishes the last counts; without an answer the page
 * stays as it is, with a Retry. `onShown` runs just before. Says whether it is shown.
 */
export async function show(wish: LibraryWish, onShown?: (list: Library) => void): Promise<boolean> {
  $asked.set(wish)
  try {
    const list = await afterMoves(wish)
    if ($asked.get() !== wish) return false
    onShown?.(list)
    batch(() => {
      tell(list)
      $asked.set(undefined)
    })
    return true
  } catch (error) {
    if ($asked.get() !== wish) return false
    $asked.set(undefined)
    const retry = () => void show(wish, onShown)
    showFailure({ error, subject: 'library', unchanged: 'unavailable', retry })
    return false
  }
}

/** The part of the list that is shown, as it is asked for. */
export function wishOf({
  open,
  query,
  sort,
  page,
}: Pick<Library, 'open' | 'query' | 'sort' | 'page'>): LibraryWish {
  return { query, sort, page, ...(open !== null && { folder: open }) }
}

/** What moved while the answer was under way may not be in it: then it is asked for again. */
async function afterMoves(wish: LibraryWish): Promise<Library> {
  for (;;) {
    await queue
    const [moved, { folder }] = [queue, wish]
    const list = await viewLibrary(typeof folder === 'number' ? { ...wish, folder: idNow(folder) } : wish)
    if (queue === moved) return list
  }
}

/** What is shown already stays when it cannot be read. */
async function reload(): Promise<void> {
  const before = $answered.get()
  if (!before) return
  try {
    const list = await afterMoves(wishOf(before))
    if ($answered.get() === before) tell(list)
  } catch (error) {
    if (!(error instanceof ProductError) && !isCancelled(error)) throw error
  }
}

function tell(list: Library): void {
  batch(() => {
    $answered.set(list)
    $stored.set({ folders: list.folders, archivedIds: list.archivedIds })
  })
}

/** Tells the server; gives the new ids of folders it made. */
async function send(wish: Change): Promise<readonly { was: number; id: number }[]> {
  switch (wish.kind) {
    case 'place':
      await placeInFolders(wish.put, wish.take)
      return []
    case 'archive':
      await setArchived(wish.ids, wish.isArchived)
      return []
    case 'create':
      return [{ was: wish.id, id: await createFolder(wish.title, wish.parentId) }]
    case 'edit':
      await changeFolder(wish.id, wish.title, wish.parentId)
      return []
    case 'delete':
      await deleteFolder(wish.id)
      return []
    case 'bring-back':
      return await bringFoldersBack(wish.folders)
  }
}

/** The server knows it now. */
function settle(mine: Change, ids: readonly { was: number; id: number }[]): void {
  const all = new Map($ids.get())
  for (const { was, id } of ids) {
    // What was deleted and brought back may be so again.
    for (const [before, now] of all) if (now === was) all.set(before, id)
    all.set(was, id)
  }
  batch(() => {
    $ids.set(all)
    $stored.set(changed($stored.get(), renamed(mine, all)))
    drop(mine)
  })
}

function drop(mine: Change): void {
  $pending.set($pending.get().filter((each) => each !== mine))
}

function isThere({ folders, archivedIds }: Shelf, open: Library['open'], id: number): boolean {
  const isArchived = archivedIds.includes(id)
  if (open === 'archive') return isArchived
  if (isArchived) return false
  return open === null || (folders.find((folder) => folder.id === open)?.material_ids.includes(id) ?? false)
}

function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const result = queue.then(act)
  queue = result.catch(() => undefined)
  return result
}
