import { atom, batch, computed } from 'nanostores'
import { openChannel } from '#platform/browser/channel.ts'
import { pageWorld } from '#platform/browser/page.ts'
import { isCancelled, showFailure } from '#platform/browser/toasts.ts'
import { ProductError } from '#platform/errors.ts'
import type { Library, LibraryFolder, LibraryItem } from '#shop/buying/folders/rules/library-contract.ts'
import { $isEnded } from '#shop/people/identity/browser/user.ts'
import { type LibraryWish, viewLibrary } from './library-api.ts'

export type { LibraryWish } from './library-api.ts'

/** Where what a member owns lies. */
export interface Shelf {
  /** By name. */
  folders: readonly LibraryFolder[]
  archivedIds: readonly number[]
}

export interface ShownLibrary extends Omit<Library, 'folders' | 'archivedIds'>, Shelf {
  /** What lies where the page looks. */
  lines: readonly LibraryItem[]
}

/** The list as the server told it last; undefined until the page has given it. */
const $answered = atom<Library | undefined>()

/** Where things lie as the server knows it. */
export const $stored = atom<Shelf>({ folders: [], archivedIds: [] })

/** What the server does not know yet, done to that (library-moves.ts). */
export const $underWay = atom<(shelf: Shelf) => Shelf>((shelf) => shelf)

/** Ids of folders that were made here, by those they had before. */
export const $ids = atom<ReadonlyMap<number, number>>(new Map())

/** What another part of the list is asked for; undefined when it is shown. */
export const $asked = atom<LibraryWish | undefined>()

/** Where things lie as it is shown. */
export const $shelf = computed([$stored, $underWay], (stored, done) => done(stored))

/** The page as it is shown: what was moved away is not there, and does not count. */
export const $library = computed([$answered, $shelf], (list, shelf): ShownLibrary | undefined => {
  if (!list) return undefined
  const { items, open, total } = list
  const lines = items.filter(({ material: { id } }) => isThere(shelf, open, id))
  return { ...list, ...shelf, lines, total: Math.max(0, total - items.length + lines.length) }
})

/** Calls go out one after the other: what is made has to be there before something is put into it. */
let queue: Promise<unknown> = Promise.resolve()

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

/** The id a folder has by now; negative as long as the server does not know it. */
export function idNow(id: number): number {
  return $ids.get().get(id) ?? id
}

/** After what moves: one call after the other. */
export function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const result = queue.then(act)
  queue = result.catch(() => undefined)
  return result
}

/** What other tabs show is asked for again there. */
export function tellTabs(): void {
  tabs.post({ world: pageWorld() })
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
export async function reload(): Promise<void> {
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

function isThere({ folders, archivedIds }: Shelf, open: Library['open'], id: number): boolean {
  const isArchived = archivedIds.includes(id)
  if (open === 'archive') return isArchived
  if (isArchived) return false
  return open === null || (folders.find((folder) => folder.id === open)?.material_ids.includes(id) ?? false)
}
