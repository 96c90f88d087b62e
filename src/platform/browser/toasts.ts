import { atom } from 'nanostores'
import { type ErrorCode, ProductError } from '#platform/errors.ts'

/** What a toast says; the words are in the page, see kit/notice/Toasts.astro. */
export type ToastKey =
  | ErrorCode
  | Unchanged
  | Removed
  | SessionNews
  | 'favoritesFull'
  | 'followsFull'
  | 'cartAdded'
  | 'loggedOut'
  | 'unreached'

/** What happens to the session or the connection, not to what was asked for. */
type SessionNews = 'slow' | 'wrongAccount'

/** Can be undone. */
type Removed = 'cartRemoved' | 'favoriteRemoved' | 'followRemoved'

/** Nothing reached the server: what the action was about is as it was before. */
export type Unchanged = 'cartUnchanged' | 'favoritesUnchanged' | 'followsUnchanged' | 'unavailable'

export interface ToastAction {
  key: 'retry' | 'undo' | 'show' | 'login' | 'openCart'
  run: () => void
}

export interface Toast {
  id: number
  kind: 'info' | 'error'
  /** Which words of the page; a notification brings its own. */
  key?: ToastKey
  text?: string
  /** Until it is closed, although it is no error. */
  stays?: true
  action?: ToastAction
}

/** More than this at once is noise: the oldest goes. */
const maxToasts = 3

export const $toasts = atom<readonly Toast[]>([])

let lastId = 0

/** Toast id -> what it is about. */
const subjects = new Map<number, string>()

/** Shows a toast and gives its id. A newer toast on the same subject replaces the older one. */
export function showToast(toast: Omit<Toast, 'id'>, subject: string): number {
  const id = ++lastId
  const others = $toasts.get().filter((each) => subjects.get(each.id) !== subject)
  subjects.set(id, subject)
  $toasts.set([...others, { ...toast, id }].slice(-maxToasts))
  return id
}

export function dismissToast(id: number): void {
  subjects.delete(id)
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}

interface Failure {
  error: unknown
  /** What it is about: a second failure of the same replaces the first. */
  subject: string
  unchanged: Unchanged
  retry: () => void
}

/** Says what went wrong, with Retry; a cancelled request is no failure and says nothing. */
export function showFailure({ error, subject, unchanged, retry }: Failure): void {
  if (isCancelled(error)) return
  const code = error instanceof ProductError ? error.code : 'server_error'
  const key = code === 'unavailable' ? unchanged : code
  const action: ToastAction | undefined = finalCodes.has(code) ? undefined : { key: 'retry', run: retry }
  showToast({ kind: 'error', key, ...(action && { action }) }, subject)
}

/** Trying again cannot help: the answer would be the same. */
const finalCodes: ReadonlySet<ErrorCode> = new Set([
  'already_owned',
  'own_material',
  'material_unavailable',
  'not_found',
  'gone',
  'forbidden',
  'terms_not_accepted',
])

export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
