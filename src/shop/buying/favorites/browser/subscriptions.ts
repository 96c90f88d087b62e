import { atom, computed, type ReadableAtom } from 'nanostores'
import { openChannel } from '#platform/browser/channel.ts'
import { leaveToLog } from '#platform/browser/leave-to-log.ts'
import { pageWorld } from '#platform/browser/page.ts'
import {
  type Counted,
  hasSubscriptions,
  isLoggedIn,
  knownCount,
  rememberCount,
} from '#platform/browser/session-hints.ts'
import { showFailure, showToast, type ToastKey, type Unchanged } from '#platform/browser/toasts.ts'
import { ProductError } from '#platform/errors.ts'
import { wishlistPageSize } from '#platform/limits.ts'
import { type SubjectType, type SubscriptionPage, subscribe } from './subscriptions-api.ts'

interface List {
  ids: ReadonlySet<number>
  total: number
}

interface Kind {
  type: SubjectType
  /** Name of the count that is kept, and of the line to other tabs. */
  name: Exclude<Counted, 'cart'>
  query: (isMember: boolean, page: number) => Promise<SubscriptionPage>
  toasts: { full: ToastKey; removed: ToastKey; unchanged: Unchanged }
}

export interface SetOptions {
  hasUndo?: boolean
}

export interface Subscriptions {
  /** Ids as they are shown: optimistic (specification 4). */
  $ids: ReadableAtom<ReadonlySet<number>>
  /** Their number; undefined while nothing is known. */
  $total: ReadableAtom<number | undefined>
  /** Ids as the server knows them; undefined until the list was read. */
  $known: ReadableAtom<ReadonlySet<number> | undefined>
  /** Whether a subject is in the list as it is shown; undefined: not known yet. */
  $stateOf: ReadableAtom<(id: number) => boolean | undefined>
  /** Reads the list once, if this visitor can have one. Specification 8: a failure is left to the log. */
  load: () => Promise<void>
  /**
   * Subscribes or unsubscribes: shown at once, taken back with a Retry if the server does not hear of it. While a
   * request for the subject is under way only the last wish counts: it is sent when the first one is answered, and only
   * if it differs from what the server then knows. `hasUndo`: where it was pressed stands how to undo it, so no toast does.
   */
  set: (id: number, isOn: boolean, options?: SetOptions) => Promise<void>
}

/** What one visitor remembers or follows, in this tab and in the others. */
export function createSubscriptions({ type, name, query, toasts }: Kind): Subscriptions {
  /** The list as the server knows it; undefined until the first answer. */
  const $confirmed = atom<List | undefined>()
  /** What the visitor wants and the server does not know yet. */
  const $wanted = atom<ReadonlyMap<number, boolean>>(new Map())
  const $shown = computed([$confirmed, $wanted], (list, wanted) =>
    // As long as the list was not read, its length is what this browser saw last.
    applyWanted(list ?? { ids: none, total: knownCount(name) ?? 0 }, wanted),
  )
  const underWay = new Map<number, Promise<void>>()
  let loading: Promise<void> | undefined

  const tabs = openChannel<{ world: string }>(
    name,
    ({ world }) => {
      if (world === pageWorld()) void reload()
    },
    () => void reload(),
  )

  // Of a member who is gone nothing stays to be seen; what was on its way says itself how it ended.
  globalThis.document?.addEventListener('aularium:logged-out', () => confirm({ ids: none, total: 0 }))

  function load(): Promise<void> {
    if (!hasSubscriptions(name) || $confirmed.get()) return Promise.resolve()
    loading ??= reload().finally(() => {
      loading = undefined
    })
    return loading
  }

  async function reload(): Promise<void> {
    const isMember = isLoggedIn()
    try {
      const first = await query(isMember, 1)
      const pageCount = Math.ceil(first._total / wishlistPageSize)
      const others = Array.from({ length: Math.max(0, pageCount - 1) }, (_, index) =>
        query(isMember, index + 2),
      )
      const items = [first, ...(await Promise.all(others))].flatMap((page) => page.items)
      confirm({ ids: new Set(items.map(({ id }) => id)), total: first._total })
    } catch (error) {
      leaveToLog(error)
    }
  }

  function set(id: number, isOn: boolean, options: SetOptions = {}): Promise<void> {
    want(id, isOn)
    const known = underWay.get(id)
    if (known) return known
    const request = send(id, options).finally(() => underWay.delete(id))
    underWay.set(id, request)
    return request
  }

  async function send(id: number, options: SetOptions): Promise<void> {
    for (;;) {
      const isOn = $wanted.get().get(id)
      if (isOn === undefined) return
      try {
        const { _total } = await subscribe({ type, id }, { isMember: isLoggedIn(), isOn })
        await settle(id, isOn, _total)
      } catch (error) {
        want(id, undefined)
        fail(error, id, () => void set(id, isOn, options))
        return
      }
      tabs.post({ world: pageWorld() })
      if ($wanted.get().get(id) !== isOn) continue
      want(id, undefined)
      if (!isOn && !options.hasUndo) offerUndo(id)
      return
    }
  }

  /** The server has answered. Where the list was not read yet (a stranger's first one), it is read now. */
  async function settle(id: number, isOn: boolean, total: number): Promise<void> {
    if (!$confirmed.get()) await reload()
    const ids = new Set($confirmed.get()?.ids)
    if (isOn) ids.add(id)
    else ids.delete(id)
    confirm({ ids, total })
  }

  function fail(error: unknown, id: number, retry: () => void): void {
    const subject = `${name} ${id}`
    if (error instanceof ProductError && error.fields) {
      // The one field this can be refused for is the list itself: it is full.
      showToast({ kind: 'error', key: toasts.full }, subject)
      return
    }
    showFailure({ error, subject, unchanged: toasts.unchanged, retry })
  }

  function offerUndo(id: number): void {
    const run = () => void set(id, true)
    showToast({ kind: 'info', key: toasts.removed, action: { key: 'undo', run } }, `${name} ${id}`)
  }

  function want(id: number, isOn: boolean | undefined): void {
    const wanted = new Map($wanted.get())
    if (isOn === undefined) wanted.delete(id)
    else wanted.set(id, isOn)
    $wanted.set(wanted)
  }

  function confirm(list: List): void {
    $confirmed.set(list)
    rememberCount(name, list.total)
  }

  return {
    $ids: computed($shown, (shown) => shown.ids),
    $total: computed([$shown, $confirmed, $wanted], (shown, confirmed, wanted) =>
      confirmed || wanted.size > 0 ? shown.total : undefined,
    ),
    $known: computed($confirmed, (list) => list?.ids),
    $stateOf: computed(
      [$confirmed, $wanted],
      (list, wanted) => (id: number) => wanted.get(id) ?? list?.ids.has(id),
    ),
    load,
    set,
  }
}

const none: ReadonlySet<number> = new Set()

function applyWanted(list: List, wanted: ReadonlyMap<number, boolean>): List {
  const ids = new Set(list.ids)
  let { total } = list
  for (const [id, isOn] of wanted) {
    if (isOn === ids.has(id)) continue
    if (isOn) ids.add(id)
    else ids.delete(id)
    total = Math.max(0, total + (isOn ? 1 : -1))
  }
  return { ids, total }
}
