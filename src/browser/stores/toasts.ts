import { atom } from 'nanostores'
import { type ErrorCode, ProductError } from '#shared/errors.ts'

/** What a toast says; the words are in the page (`errors:<code>` and `islands:toasts.<key>`). */
export type ToastKey = ErrorCode | 'offline' | 'cartRemoved' | 'favoriteRemoved'

export interface ToastAction {
  key: 'retry' | 'undo'
  run: () => void
}

export interface Toast {
  id: number
  kind: 'info' | 'error'
  key: ToastKey
  action?: ToastAction
}

/** More than this at once is noise: the oldest goes. */
const maxToasts = 3

export const $toasts = atom<readonly Toast[]>([])

let lastId = 0

/** Shows a toast and gives its id. `subject` names what it is about: a newer toast on the same subject replaces the old. */
const subjects = new Map<number, string>()
export function showToast(toast: Omit<Toast, 'id'>, subject = ''): number {
  const id = ++lastId
  subjects.set(id, subject || `${id}`)
  const others = $toasts.get().filter((each) => subjects.get(each.id) !== subject)
  $toasts.set([...others, { ...toast, id }].slice(-maxToasts))
  return id
}

export function dismissToast(id: number): void {
  subjects.delete(id)
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}

/** Says what went wrong, with Retry; a cancelled request is no failure and says nothing. */
export function showFailure(error: unknown, subject: string, retry: () => void): void {
  if (isCancelled(error)) return
  const code = error instanceof ProductError ? error.code : 'server_error'
  const isFinal = finalCodes.has(code)
  showToast(
    {
      kind: 'error',
      key: code === 'unavailable' && isOffline() ? 'offline' : code,
      ...(!isFinal && { action: { key: 'retry', run: retry } }),
    },
    subject,
  )
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

function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false
}
