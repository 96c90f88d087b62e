import { atom, batch } from 'nanostores'
import { showFailure } from '#platform/browser/toasts.ts'
import { ProductError } from '#platform/errors.ts'
import { $ids, $shelf, $stored, $underWay, inTurn, reload, tellTabs } from './library.ts'
import {
  bringFoldersBack,
  changeFolder,
  createFolder,
  deleteFolder,
  placeInFolders,
  setArchived,
} from './library-moves-api.ts'
import { type Change, changed, inverse, isIdle, renamed } from './library-shelf.ts'

/** What was done last, and how it is undone. */
export interface Deed {
  change: Change
  undo: Change | undefined
  /** This took something back. */
  isUndo: boolean
}

export const $deed = atom<Deed | undefined>()

let pending: readonly Change[] = []

let lastNewId = 0

/** An id for a folder that is about to be made. */
export function newFolderId(): number {
  lastNewId -= 1
  return lastNewId
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
    pend([...pending, mine])
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
  tellTabs()
  return undefined
}

/** Takes back what was done last. */
export async function undo(): Promise<void> {
  const wish = $deed.get()?.undo
  if (wish) await change(wish, { isUndo: true })
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
  pend(pending.filter((each) => each !== mine))
}

/** What is under way is seen on top of what the server knows. */
function pend(changes: readonly Change[]): void {
  pending = changes
  $underWay.set((stored) =>
    pending.reduce((shelf, each) => changed(shelf, renamed(each, $ids.get())), stored),
  )
}
