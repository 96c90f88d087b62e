import { atom, batch, computed } from 'nanostores'
import { isCancelled, showFailure } from '#platform/browser/toasts.ts'
import { ProductError } from '#platform/errors.ts'
import { $isEnded } from '#shop/people/identity/browser/user.ts'
import type { FavoriteSort, FavoritesList, Remembered } from '../rules/contract.ts'
import { $favoriteState, $knownFavorites, setFavorite } from './favorites.ts'
import { viewFavorites } from './favorites-api.ts'

/** A line of the page; one that was taken off stays as a place to bring it back to. */
export interface ShownLine extends Remembered {
  isGone: boolean
}

export interface ShownFavorites extends Omit<FavoritesList, 'items'> {
  lines: readonly ShownLine[]
}

/** Taken off on this page and in no answer since; `at`: where it stood. */
interface Retained {
  item: Remembered
  at: number
}

/** The list as the server told it last; undefined until the page has given it. */
const $answered = atom<FavoritesList | undefined>()
const $retained = atom<readonly Retained[]>([])

/** The folder the page shows. */
let folder: string | undefined

/** The order that is asked for; undefined when the lines stand in it. */
export const $sorting = atom<FavoriteSort | undefined>()

/** The list as it is shown: what was taken off counts no more, what was brought back does again. */
export const $favoritesList = computed(
  [$answered, $retained, $favoriteState],
  (list, retained, stateOf): ShownFavorites | undefined => {
    if (!list) return undefined
    const isGone = ({ material }: Remembered) => stateOf(material.id) === false
    const lost = list.items.filter(isGone)
    const back = retained.map(({ item }) => item).filter((item) => stateOf(item.material.id) === true)
    const { items, ...rest } = list
    return {
      ...rest,
      total: Math.max(0, rest.total - lost.length + back.length),
      sum: Math.max(0, rest.sum - toPay(lost) + toPay(back)),
      lines: withRetained(items, retained).map((item) => ({
        ...item,
        isGone: isGone(item) || isRetainedOff(item),
      })),
    }

    function isRetainedOff({ material }: Remembered): boolean {
      return retained.some(({ item }) => item.material.id === material.id) && stateOf(material.id) !== true
    }
  },
)

// Of a member who is logged out nothing stays to be seen.
globalThis.document?.addEventListener('aularium:logged-out', () => {
  const list = $answered.get()
  if (list) tellNothing(list)
})

$knownFavorites.listen((ids, before) => {
  const list = $answered.get()
  if (!list || !ids || !before) return
  // Remembered in another tab: how it looks is known to the server alone.
  const shown = new Set([...list.items, ...$retained.get().map(({ item }) => item)].map(idOf))
  if ([...ids].some((id) => !before.has(id) && !shown.has(id))) void reload()
})

/** Takes over the list that came with the page, unless a newer one is known. */
export function seedFavorites(list: FavoritesList, openFolder: string | undefined): void {
  if ($answered.get() !== undefined) return
  folder = openFolder
  if ($isEnded.get()) tellNothing(list)
  else $answered.set(list)
}

/** Takes a line off at once; if the server does not hear of it, it comes back with a Retry. */
export function takeOff(materialId: number): void {
  void setFavorite(materialId, false, { hasUndo: true })
}

/** Brings a line back to where it was. */
export function bringBack(materialId: number): void {
  void setFavorite(materialId, true)
}

/** Shows the list in another order. Of several wishes the last counts; without an answer the order stays, with a Retry. */
export async function sortFavorites(sort: FavoriteSort): Promise<void> {
  if (sort === ($sorting.get() ?? $answered.get()?.sort)) return
  $sorting.set(sort)
  try {
    const list = await viewFavorites(windowOf(sort, 1))
    if ($sorting.get() === sort) tell(list)
  } catch (error) {
    if ($sorting.get() !== sort) return
    $sorting.set(undefined)
    const retry = () => void sortFavorites(sort)
    showFailure({ error, subject: 'favorites sort', unchanged: 'unavailable', retry })
  }
}

/** What is shown already stays when it cannot be read. */
async function reload(): Promise<void> {
  const before = $answered.get()
  if (!before) return
  try {
    const list = await viewFavorites(windowOf(before.sort, before.page))
    if ($answered.get() === before) tell(list)
  } catch (error) {
    if (!(error instanceof ProductError) && !isCancelled(error)) throw error
  }
}

function windowOf(sort: FavoriteSort, page: number) {
  return { sort, page, ...(folder !== undefined && { folder }) }
}

/** The newer list, with removed entries still in their places. */
function tell(list: FavoritesList): void {
  const ids = new Set(list.items.map(idOf))
  const retained = $favoritesList.get()?.lines.flatMap((line, at): Retained[] => {
    const { isGone, ...item } = line
    return isGone && !ids.has(idOf(item)) ? [{ item, at }] : []
  })
  batch(() => {
    $retained.set(retained ?? [])
    $answered.set(list)
    $sorting.set(undefined)
  })
}

function tellNothing(list: FavoritesList): void {
  batch(() => {
    $retained.set([])
    $answered.set({ ...list, items: [], sum: 0, total: 0, page: 1, pageCount: 1 })
  })
}

function withRetained(items: readonly Remembered[], retained: readonly Retained[]): Remembered[] {
  const all = [...items]
  for (const { item, at } of retained) all.splice(at, 0, item)
  return all
}

function toPay(items: readonly Remembered[]): number {
  return items.reduce((sum, item) => sum + item.toPay, 0)
}

function idOf({ material }: Remembered): number {
  return material.id
}
