import { atom } from 'nanostores'
import { openChannel } from '#platform/browser/channel.ts'
import { pageWorld } from '#platform/browser/page.ts'
import { showFailure } from '#platform/browser/toasts.ts'
import { putIntoFolders } from './favorites-api.ts'

type Folders = readonly number[]

interface Placed {
  world: string
  materialId: number
  folderIds: Folders
}

/** In which folders a material lies, where that is newer than the page. */
export const $placed = atom<ReadonlyMap<number, Folders>>(new Map())

/** The same as the server knows it. */
const stored = new Map<number, Folders>()

/** Moves under way. */
let moving = 0

/** Calls go out one after the other: of two to one material the later one has to be the last. */
let queue: Promise<unknown> = Promise.resolve()

const tabs = openChannel<Placed>(
  'favorite-folders',
  ({ world, materialId, folderIds }) => {
    if (world !== pageWorld()) return
    stored.set(materialId, folderIds)
    place(materialId, folderIds)
  },
  () => undefined,
)

/**
 * Puts a remembered material into exactly these folders, shown at once; if the server does not hear of it, it lies where it
 * lay, with a Retry. `given`: where the page came with it. Says whether it is stored.
 */
export async function placeInFolders(
  materialId: number,
  folderIds: Folders,
  given: Folders,
): Promise<boolean> {
  place(materialId, folderIds)
  moving += 1
  try {
    await inTurn(() => putIntoFolders(materialId, folderIds))
  } catch (error) {
    // A later wish is on its way: that one counts.
    if ($placed.get().get(materialId) === folderIds) place(materialId, stored.get(materialId) ?? given)
    const retry = () => void placeInFolders(materialId, folderIds, given)
    showFailure({ error, subject: `folders ${materialId}`, unchanged: 'unavailable', retry })
    return false
  } finally {
    moving -= 1
  }
  stored.set(materialId, folderIds)
  tabs.post({ world: pageWorld(), materialId, folderIds })
  return true
}

/** When what was moved is stored; undefined: it is. A page that is asked for before would show it where it lay. */
export function whenMoved(): Promise<unknown> | undefined {
  return moving > 0 ? queue : undefined
}

function place(materialId: number, folderIds: Folders): void {
  $placed.set(new Map($placed.get()).set(materialId, folderIds))
}

function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const result = queue.then(act)
  queue = result.catch(() => undefined)
  return result
}
