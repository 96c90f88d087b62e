import { atom, computed } from 'nanostores'
import { ProductError } from '#shared/errors.ts'
import { wishlistPageSize } from '#shared/limits.ts'
import { queryWishlist, subscribe } from '../api/favorites.ts'
import { openChannel } from '../device/channel.ts'
import { pageWorld } from '../device/page.ts'
import { hasFavorites, isLoggedIn, rememberCount } from './marks.ts'
import { isCancelled, showFailure, showToast } from './toasts.ts'

interface Wishlist {
  ids: ReadonlySet<number>
  total: number
}

/** The wishlist as the server knows it; undefined until the first answer. */
const $confirmed = atom<Wishlist | undefined>()
/** What the visitor wants and the server does not know yet. */
const $wanted = atom<ReadonlyMap<number, boolean>>(new Map())

const $shown = computed([$confirmed, $wanted], applyWanted)

/** Ids of remembered materials as they are shown: optimistic (specification 4). */
export const $favorites = computed($shown, (shown) => shown.ids)
/** Their number; undefined while nothing is known. */
export const $favoritesTotal = computed([$shown, $confirmed, $wanted], (shown, confirmed, wanted) =>
  confirmed || wanted.size > 0 ? shown.total : undefined,
)

const tabs = openChannel<{ world: string }>(
  'favorites',
  ({ world }) => {
    if (world === pageWorld()) void reloadFavorites()
  },
  () => void reloadFavorites(),
)

let loading: Promise<void> | undefined

/** Reads the wishlist once, if this visitor can have one. Specification 8: a failure is left to the log. */
export function loadFavorites(): Promise<void> {
  if (!hasFavorites() || $confirmed.get()) return Promise.resolve()
  loading ??= reloadFavorites().finally(() => {
    loading = undefined
  })
  return loading
}

async function reloadFavorites(): Promise<void> {
  const isMember = isLoggedIn()
  try {
    const first = await queryWishlist(isMember, 1)
    const pageCount = Math.ceil(first._total / wishlistPageSize)
    const others = Array.from({ length: Math.max(0, pageCount - 1) }, (_, index) =>
      queryWishlist(isMember, index + 2),
    )
    const items = [first, ...(await Promise.all(others))].flatMap((page) => page.items)
    confirmList({ ids: new Set(items.map(({ id }) => id)), total: first._total })
  } catch (error) {
    leaveToLog(error)
  }
}

const underWay = new Map<number, Promise<void>>()

/**
 * Remembers or forgets a material: shown at once, taken back with a Retry if the server does not hear of it. While a request for it is under way only the last wish counts: it is sent when the
 * first one is answered, and only if it differs from what the server then knows.
 */
export function setFavorite(id: number, isOn: boolean): Promise<void> {
  want(id, isOn)
  const known = underWay.get(id)
  if (known) return known
  const request = send(id).finally(() => underWay.delete(id))
  underWay.set(id, request)
  return request
}

async function send(id: number): Promise<void> {
  for (;;) {
    const isOn = $wanted.get().get(id)
    if (isOn === undefined) return
    try {
      const { _total } = await subscribe(isLoggedIn(), id, isOn)
      await settle(id, isOn, _total)
    } catch (error) {
      want(id, undefined)
      fail(error, id, isOn)
      return
    }
    tabs.post({ world: pageWorld() })
    if ($wanted.get().get(id) !== isOn) continue
    want(id, undefined)
    if (!isOn) offerUndo(id)
    return
  }
}

/** The server has answered. Where the list was not read yet (a stranger's first heart), it is read now. */
async function settle(id: number, isOn: boolean, total: number): Promise<void> {
  if (!$confirmed.get()) await reloadFavorites()
  const ids = new Set($confirmed.get()?.ids)
  if (isOn) ids.add(id)
  else ids.delete(id)
  confirmList({ ids, total })
}

function fail(error: unknown, id: number, isOn: boolean): void {
  const subject = `favorite ${id}`
  if (error instanceof ProductError && error.fields) {
    // The one field a heart can be refused for is the list itself: it is full.
    showToast({ kind: 'error', key: 'favoritesFull' }, subject)
    return
  }
  showFailure({ error, subject, unchanged: 'favoritesUnchanged', retry: () => void setFavorite(id, isOn) })
}

function offerUndo(id: number): void {
  const run = () => void setFavorite(id, true)
  showToast({ kind: 'info', key: 'favoriteRemoved', action: { key: 'undo', run } }, `favorite ${id}`)
}

function want(id: number, isOn: boolean | undefined): void {
  const wanted = new Map($wanted.get())
  if (isOn === undefined) wanted.delete(id)
  else wanted.set(id, isOn)
  $wanted.set(wanted)
}

function confirmList(list: Wishlist): void {
  $confirmed.set(list)
  rememberCount('favorites', list.total)
}

function applyWanted(list: Wishlist | undefined, wanted: ReadonlyMap<number, boolean>): Wishlist {
  const ids = new Set(list?.ids)
  let total = list?.total ?? 0
  for (const [id, isOn] of wanted) {
    if (isOn === ids.has(id)) continue
    if (isOn) ids.add(id)
    else ids.delete(id)
    total += isOn ? 1 : -1
  }
  return { ids, total }
}

/** Specification 8: wishlist load errors are only logged, and the server has logged them already. */
function leaveToLog(error: unknown): void {
  if (!(error instanceof ProductError) && !isCancelled(error)) throw error
}
